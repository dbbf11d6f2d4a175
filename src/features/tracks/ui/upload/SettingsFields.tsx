import { useId } from 'react';
import { mostCommentCharacters as most, type SettingErrors } from '#features/tracks/settings.ts';
import { packStatusNames } from '#lib/codes/pack.ts';
import { difficulties, routeKinds } from '#lib/codes/track.ts';
import { AuthorEditor } from './AuthorEditor.tsx';
import { FieldError, SelectField, TagField } from './fields.tsx';
import { ScreenshotPicker } from './ScreenshotPicker.tsx';
import { type EntrySettings, earlyErrors } from './upload-settings.ts';
import type { UploadWorld } from './upload-world.ts';
import { VisibilityFields } from './VisibilityFields.tsx';

interface Props {
  fileName: string;
  settings: EntrySettings;
  /** message per field that is wrong, empty while nothing is to be shown yet */
  errors: SettingErrors;
  world: UploadWorld;
  disabled: boolean;
  onChange: (settings: Partial<EntrySettings>) => void;
}

const asGlobal = 'As in the global settings';
const coded = (names: readonly string[]) => names.map((name, code) => [code, name] as const);

/** What the author says about one track; the same rules as the server's (features/tracks/settings.ts). */
export function SettingsFields({ fileName, settings, errors, world, disabled, onChange }: Props) {
  const id = useId();
  return (
    <div className="form">
      <div className="f">
        <label className="lb" htmlFor={`${id}-name`}>
          Track name
        </label>
        <input
          className="in"
          id={`${id}-name`}
          disabled={disabled}
          aria-invalid={errors.TrackName ? true : undefined}
          aria-describedby={errors.TrackName ? `${id}-name-problem` : `${id}-name-hint`}
          value={settings.TrackName}
          autoComplete="off"
          onChange={(event) => onChange({ TrackName: event.target.value })}
        />
        <span className="hint" id={`${id}-name-hint`}>
          2 to 50 characters, taken from the file
        </span>
        <FieldError id={`${id}-name-problem`} message={errors.TrackName} />
      </div>
      <SelectField
        id={`${id}-difficulty`}
        label="Difficulty"
        none={asGlobal}
        options={coded(difficulties)}
        value={settings.Difficulty}
        disabled={disabled}
        problem={errors.Difficulty}
        onChange={(Difficulty) => onChange({ Difficulty })}
      />
      <TagField
        id={`${id}-tags`}
        tags={world.tags}
        chosen={settings.Tags}
        hint="1 to 3 tags, the first chosen is the style; none: as in the global settings"
        disabled={disabled}
        problem={errors.Tags}
        onChange={(Tags) => onChange({ Tags })}
      />
      <SelectField
        id={`${id}-routes`}
        label="Routes"
        none={asGlobal}
        options={coded(routeKinds)}
        value={settings.Routes}
        disabled={disabled}
        problem={errors.Routes}
        onChange={(Routes) => onChange({ Routes })}
      />
      {world.pack?.isManager ? (
        <SelectField
          id={`${id}-status`}
          label="Status in the trackpack"
          none={asGlobal}
          options={packStatusNames}
          value={settings.TrackStatus}
          disabled={disabled}
          problem={errors.TrackStatus}
          onChange={(code) => onChange({ TrackStatus: code as EntrySettings['TrackStatus'] })} // of packStatusNames
        />
      ) : null}
      <AuthorEditor
        authors={settings.Authors}
        uploaderName={world.uploader.name}
        onChange={(Authors) => onChange({ Authors })}
        disabled={disabled}
      />
      <FieldError id={`${id}-authors-problem`} message={errors.Authors} />
      <ScreenshotPicker
        pictures={settings.ScreenshotFiles}
        onChange={(change) => onChange({ ScreenshotFiles: change })}
        token={world.token}
        disabled={disabled}
        fileName={fileName}
        most={world.mostPictures}
      />
      <FieldError id={`${id}-pictures-problem`} message={errors.ScreenshotFiles} />
      <div className="f full">
        <label className="lb" htmlFor={`${id}-comments`}>
          Author comments
        </label>
        <textarea
          className="in"
          rows={5}
          id={`${id}-comments`}
          disabled={disabled}
          aria-invalid={errors.AuthorComments ? true : undefined}
          aria-describedby={`${id}-comments-hint${errors.AuthorComments ? ` ${id}-comments-problem` : ''}`}
          value={settings.AuthorComments}
          onChange={(event) => onChange({ AuthorComments: event.target.value })}
        />
        <span className="hint" id={`${id}-comments-hint`}>
          <span className="n">{Array.from(settings.AuthorComments).length}</span> of{' '}
          {most.toLocaleString('en')}. BB-code and smileys work.
        </span>
        <FieldError id={`${id}-comments-problem`} message={errors.AuthorComments} />
      </div>
      <label className="check full">
        <input
          type="checkbox"
          checked={settings.CustomVisibility}
          disabled={disabled}
          onChange={(event) => onChange({ CustomVisibility: event.target.checked })}
        />
        <span>A visibility of its own; otherwise the global settings count</span>
      </label>
      {settings.CustomVisibility ? (
        <VisibilityFields
          visibility={settings.Visibility}
          errors={{ ...earlyErrors(settings.Visibility, new Date()), ...errors }}
          disabled={disabled}
          onChange={(Visibility) => onChange({ Visibility })}
        />
      ) : null}
    </div>
  );
}
