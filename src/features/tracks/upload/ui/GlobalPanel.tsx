import { useId } from 'react';
import type { SettingErrors } from '#features/tracks/settings.ts';
import { packStatusNames } from '#lib/codes/pack.ts';
import { difficulties, routeKinds } from '#lib/codes/track.ts';
import { Panel } from '#ui/upload/Panel.tsx';
import { AuthorEditor } from '../../authors/ui/AuthorEditor.tsx';
import { coded, SelectField, TagField } from './form-fields.tsx';
import type { UploadPageData } from './page-data.ts';
import { earlyErrors, type GlobalSettings } from './upload-settings.ts';
import { VisibilityFields } from './VisibilityFields.tsx';

interface Props {
  settings: GlobalSettings;
  errors: SettingErrors;
  pageData: UploadPageData;
  /** number of tracks that use these settings */
  tracks: number;
  open: boolean;
  disabled: boolean;
  onToggle: (open: boolean) => void;
  onChange: (settings: Partial<GlobalSettings>) => void;
}

/** Settings for every track without its own. */
export function GlobalPanel(props: Props) {
  const { settings, errors, pageData, tracks, open, disabled, onToggle, onChange } = props;
  const id = useId();
  const problems = Object.keys(errors).length;
  const follow =
    tracks === 0 ? 'not used yet' : tracks === 1 ? 'used by 1 track' : `used by ${tracks} tracks`;
  return (
    <Panel
      name="Global settings"
      title="Global settings"
      meta="used by every track without its own settings"
      open={open}
      tone={problems > 0 ? 'bad' : 'plain'}
      label={problems > 0 ? (problems === 1 ? '1 problem' : `${problems} problems`) : follow}
      onToggle={onToggle}
    >
      {() => (
        <div className="form">
          <SelectField
            id={`${id}-difficulty`}
            label="Difficulty"
            none="Choose one"
            options={coded(difficulties)}
            value={settings.Difficulty}
            disabled={disabled}
            problem={errors.Difficulty}
            onChange={(Difficulty) => onChange({ Difficulty })}
          />
          <SelectField
            id={`${id}-routes`}
            label="Routes"
            none={null}
            options={coded(routeKinds)}
            value={settings.Routes}
            disabled={disabled}
            problem={errors.Routes}
            onChange={(code) => onChange({ Routes: code ?? 0 })}
          />
          {pageData.pack?.isManager ? (
            <SelectField
              id={`${id}-status`}
              label="Status in the trackpack"
              none={null}
              options={packStatusNames}
              value={settings.TrackStatus}
              disabled={disabled}
              problem={errors.TrackStatus}
              onChange={(code) => onChange({ TrackStatus: code as GlobalSettings['TrackStatus'] })} // of packStatusNames
            />
          ) : null}
          <TagField
            id={`${id}-tags`}
            tags={pageData.tags}
            chosen={settings.Tags}
            hint="Choose 1–3 tags. The first is the main style."
            disabled={disabled}
            problem={errors.Tags}
            onChange={(Tags) => onChange({ Tags })}
          />
          <AuthorEditor
            authors={settings.Authors}
            uploaderId={pageData.uploader.userId}
            uploaderName={pageData.uploader.name}
            onChange={(Authors) => onChange({ Authors })}
            disabled={disabled}
            ofAll
          />
          <VisibilityFields
            visibility={settings.Visibility}
            errors={{ ...earlyErrors(settings.Visibility, new Date()), ...errors }}
            disabled={disabled}
            onChange={(Visibility) => onChange({ Visibility })}
          />
        </div>
      )}
    </Panel>
  );
}
