import { useId } from 'react';
import type { SettingErrors } from '#features/tracks/settings.ts';
import { Icon } from '#ui/Icon.tsx';
import type { VisibilityChoice } from './upload-settings.ts';

interface Props {
  visibility: VisibilityChoice;
  errors: SettingErrors;
  disabled: boolean;
  onChange: (visibility: VisibilityChoice) => void;
}

const releases = [
  ['now', 'Now', 'Everyone can see it as soon as it is published.'],
  ['date', 'On a date', 'Hidden until then: only you, co-authors and moderators can see it.'],
  [
    'hidden',
    'Keep hidden',
    'Only you, co-authors and moderators can see it. You can release it later, once.',
  ],
] as const;

/** Who can see a track, and from when. */
export function VisibilityFields({ visibility, errors, disabled, onChange }: Props) {
  const id = useId();
  const change = (changed: Partial<VisibilityChoice>) => onChange({ ...visibility, ...changed });
  const hint = releases.find(([release]) => release === visibility.Release)?.[2];
  const problem = errors.ReleaseDate;
  return (
    <>
      <fieldset className="f upload__set" disabled={disabled} aria-describedby={`${id}-hint`}>
        <legend className="lb">Release</legend>
        <div className="seg upload__seg">
          {releases.map(([release, label]) => (
            <label key={release} className="btn">
              <input
                type="radio"
                name={`${id}-release`}
                value={release}
                checked={visibility.Release === release}
                onChange={() => change({ Release: release })}
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
        {visibility.Release === 'date' ? (
          <div className="f">
            <label className="lb" htmlFor={`${id}-date`}>
              Release date (UTC)
            </label>
            <input
              className="in"
              id={`${id}-date`}
              type="datetime-local"
              value={visibility.ReleaseDate}
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? `${id}-problem` : undefined}
              onChange={(event) => change({ ReleaseDate: event.target.value })}
            />
          </div>
        ) : null}
        {problem ? (
          <span className="err" id={`${id}-problem`} role="alert">
            <Icon name="warn" />
            {problem}
          </span>
        ) : null}
      </fieldset>
      <fieldset className="f upload__set" disabled={disabled}>
        <legend className="lb">Listing</legend>
        <label className="check">
          <input
            type="checkbox"
            checked={visibility.Listed}
            onChange={(event) => change({ Listed: event.target.checked })}
          />
          <span>Listed. When off, only people with the secret link can open it.</span>
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={visibility.Beta}
            onChange={(event) => change({ Beta: event.target.checked })}
          />
          <span>Beta: for testing. No awards until release; up to five at a time.</span>
        </label>
      </fieldset>
    </>
  );
}
