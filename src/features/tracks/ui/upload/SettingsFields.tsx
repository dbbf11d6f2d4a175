import { useId } from 'react';
import { difficulties, routeKinds } from '#lib/codes/track.ts';
import type { EntrySettings, SettingName } from './entry-state.ts';

interface Props {
  settings: EntrySettings;
  /** message per field that is wrong, empty while nothing is to be shown yet */
  errors: Partial<Record<SettingName, string>>;
  tags: readonly { id: number; name: string }[];
  disabled: boolean;
  onChange: (settings: Partial<EntrySettings>) => void;
}

const mostTags = 3;
const mostCommentCharacters = 4000;

/** What the author says about one track; the same rules as the server's (features/tracks/settings.ts). */
export function SettingsFields({ settings, errors, tags, disabled, onChange }: Props) {
  const id = useId();
  const error = (name: SettingName) =>
    errors[name] ? (
      <span className="err" id={`${id}-${name}-error`}>
        {errors[name]}
      </span>
    ) : null;
  const wiring = (name: SettingName, hint?: string) => ({
    id: `${id}-${name}`,
    name,
    disabled,
    'aria-invalid': errors[name] ? true : undefined,
    'aria-describedby':
      [hint && `${id}-${hint}`, errors[name] && `${id}-${name}-error`].filter(Boolean).join(' ') || undefined,
  });

  return (
    <div className="form">
      <div className="f">
        <label className="lb" htmlFor={`${id}-TrackName`}>
          Track name
        </label>
        <input
          className="in"
          {...wiring('TrackName', 'name-hint')}
          value={settings.TrackName}
          autoComplete="off"
          onChange={(event) => onChange({ TrackName: event.target.value })}
        />
        <span className="hint" id={`${id}-name-hint`}>
          2 to 50 characters, taken from the file
        </span>
        {error('TrackName')}
      </div>
      <div className="f">
        <label className="lb" htmlFor={`${id}-Difficulty`}>
          Difficulty
        </label>
        <select
          className="in"
          {...wiring('Difficulty')}
          value={settings.Difficulty ?? ''}
          onChange={(event) =>
            onChange({ Difficulty: event.target.value === '' ? null : Number(event.target.value) })
          }
        >
          <option value="">Choose one</option>
          {difficulties.map((name, code) => (
            <option key={name} value={code}>
              {name}
            </option>
          ))}
        </select>
        {error('Difficulty')}
      </div>
      <fieldset className="f full tagpick" disabled={disabled} aria-describedby={`${id}-tags-hint`}>
        <legend className="lb">Tags</legend>
        <div className="tagpick__list">
          {tags.map((tag) => {
            const chosen = settings.Tags.includes(tag.id);
            return (
              <label key={tag.id} className="tagpick__tag">
                <input
                  type="checkbox"
                  name="Tags"
                  value={tag.id}
                  checked={chosen}
                  disabled={!chosen && settings.Tags.length >= mostTags}
                  onChange={() =>
                    onChange({
                      Tags: chosen
                        ? settings.Tags.filter((other) => other !== tag.id)
                        : [...settings.Tags, tag.id],
                    })
                  }
                />
                <span>{tag.name}</span>
              </label>
            );
          })}
        </div>
        <span className="hint" id={`${id}-tags-hint`}>
          1 to 3 tags; the first chosen is the style
        </span>
        {error('Tags')}
      </fieldset>
      <div className="f">
        <label className="lb" htmlFor={`${id}-Routes`}>
          Routes
        </label>
        <select
          className="in"
          {...wiring('Routes')}
          value={settings.Routes}
          onChange={(event) => onChange({ Routes: Number(event.target.value) })}
        >
          {routeKinds.map((name, code) => (
            <option key={name} value={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div className="f full">
        <label className="lb" htmlFor={`${id}-AuthorComments`}>
          Author comments
        </label>
        <textarea
          className="in"
          rows={5}
          {...wiring('AuthorComments', 'comments-hint')}
          value={settings.AuthorComments}
          onChange={(event) => onChange({ AuthorComments: event.target.value })}
        />
        <span className="hint" id={`${id}-comments-hint`}>
          <span className="n">{settings.AuthorComments.length}</span> of{' '}
          {mostCommentCharacters.toLocaleString('en')}. BB-code and smileys work.
        </span>
        {error('AuthorComments')}
      </div>
    </div>
  );
}
