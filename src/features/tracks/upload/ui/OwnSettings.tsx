import { useId, useState } from 'react';
import type { SettingErrors } from '#features/tracks/settings.ts';
import { packStatusNames } from '#lib/codes/pack.ts';
import { difficulties, routeKinds } from '#lib/codes/track.ts';
import { coded, SelectField, TagField } from './form-fields.tsx';
import type { UploadPageData } from './page-data.ts';
import { type EntrySettings, earlyErrors } from './upload-settings.ts';
import { VisibilityFields } from './VisibilityFields.tsx';

interface Props {
  settings: EntrySettings;
  errors: SettingErrors;
  pageData: UploadPageData;
  disabled: boolean;
  onChange: (settings: Partial<EntrySettings>) => void;
}

const asGlobal = 'Same as global settings';
/** How a track differs from the global settings; closed if it does not. */
export function OwnSettings({ settings, errors, pageData, disabled, onChange }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const isOpen = open || errors.ReleaseDate !== undefined;
  const differs = [
    settings.Difficulty !== null && 'difficulty',
    settings.Tags.length > 0 && 'tags',
    settings.Routes !== null && 'routes',
    settings.TrackStatus !== null && 'status',
    settings.CustomVisibility && 'visibility',
  ].filter(Boolean);
  return (
    <details
      className="full upload__own"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        Own settings{' '}
        <span className="meta">
          {differs.length > 0 ? differs.join(', ') : 'none: global settings are used'}
        </span>
      </summary>
      <div className="form">
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
          tags={pageData.tags}
          chosen={settings.Tags}
          hint="Choose 1–3 tags, or none to use the global settings."
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
        {pageData.pack?.isManager ? (
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
        <label className="check full">
          <input
            type="checkbox"
            checked={settings.CustomVisibility}
            disabled={disabled}
            onChange={(event) => onChange({ CustomVisibility: event.target.checked })}
          />
          <span>Use a different visibility for this track</span>
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
    </details>
  );
}
