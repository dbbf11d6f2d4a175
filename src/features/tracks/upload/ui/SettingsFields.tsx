import { useId } from 'react';
import { maxCommentCharacters as most, nameLength, type SettingErrors } from '#features/tracks/settings.ts';
import { formatWhole } from '#lib/format/count.ts';
import { AuthorEditor } from '../../authors/ui/AuthorEditor.tsx';
import { ScreenshotPicker } from '../../pictures/ui/ScreenshotPicker.tsx';
import { FieldError } from './form-fields.tsx';
import { OwnSettings } from './OwnSettings.tsx';
import type { UploadPageData } from './page-data.ts';
import type { EntrySettings } from './upload-settings.ts';

interface Props {
  fileName: string;
  settings: EntrySettings;
  /** message per invalid field, empty if nothing is to be shown yet */
  errors: SettingErrors;
  pageData: UploadPageData;
  disabled: boolean;
  onChange: (settings: Partial<EntrySettings>) => void;
}

/** The author's settings of one track; validated with the same rules as on the server (features/tracks/settings.ts). */
export function SettingsFields({ fileName, settings, errors, pageData, disabled, onChange }: Props) {
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
          {nameLength.least} to {nameLength.most} characters, not counting colour codes. Filled in from the
          file.
        </span>
        <FieldError id={`${id}-name-problem`} message={errors.TrackName} />
      </div>
      <AuthorEditor
        authors={settings.Authors}
        uploaderId={pageData.uploader.userId}
        uploaderName={pageData.uploader.name}
        onChange={(Authors) => onChange({ Authors })}
        disabled={disabled}
      />
      <FieldError id={`${id}-authors-problem`} message={errors.Authors} />
      <ScreenshotPicker
        pictures={settings.ScreenshotFiles}
        onChange={(change) => onChange({ ScreenshotFiles: change })}
        disabled={disabled}
        fileName={fileName}
        most={pageData.maxPictures}
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
          <span className="n">{Array.from(settings.AuthorComments).length}</span> of {formatWhole(most)}.
          BB-code and smileys work.
        </span>
        <FieldError id={`${id}-comments-problem`} message={errors.AuthorComments} />
      </div>
      <OwnSettings
        settings={settings}
        errors={errors}
        pageData={pageData}
        disabled={disabled}
        onChange={onChange}
      />
    </div>
  );
}
