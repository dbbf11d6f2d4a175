import type { ReactNode } from 'react';
import { maxTags } from '#features/tracks/settings.ts';
import { Icon } from '#ui/Icon.tsx';

/** The error message of a field, below it. */
export function FieldError({ id, message }: { id: string; message: string | undefined }) {
  return message ? (
    <span className="err" id={id}>
      <Icon name="warn" />
      {message}
    </span>
  ) : null;
}

/** Names in the order of their codes, as options. */
export const coded = (names: readonly string[]) => names.map((name, code) => [code, name] as const);

interface SelectProps {
  id: string;
  label: string;
  /** label of null, if it can be chosen */
  none: string | null;
  options: readonly (readonly [code: number, name: string])[];
  value: number | null;
  disabled: boolean;
  problem?: string | undefined;
  onChange: (code: number | null) => void;
}

export function SelectField(props: SelectProps) {
  const { id, label, none, options, value, disabled, problem, onChange } = props;
  return (
    <div className="f">
      <label className="lb" htmlFor={id}>
        {label}
      </label>
      <select
        className="in"
        id={id}
        value={value ?? ''}
        disabled={disabled}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
      >
        {none === null ? null : <option value="">{none}</option>}
        {options.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <FieldError id={`${id}-problem`} message={problem} />
    </div>
  );
}

interface TagProps {
  id: string;
  tags: readonly { id: number; name: string }[];
  chosen: readonly number[];
  hint: ReactNode;
  disabled: boolean;
  problem: string | undefined;
  onChange: (chosen: number[]) => void;
}

export function TagField({ id, tags, chosen, hint, disabled, problem, onChange }: TagProps) {
  return (
    <fieldset
      className="f full tagpick"
      disabled={disabled}
      aria-describedby={problem ? `${id}-hint ${id}-problem` : `${id}-hint`}
    >
      <legend className="lb">Tags</legend>
      <div className="tagpick__list">
        {tags.map((tag) => {
          const isChosen = chosen.includes(tag.id);
          return (
            <label key={tag.id} className="tagpick__tag">
              <input
                type="checkbox"
                value={tag.id}
                checked={isChosen}
                disabled={!isChosen && chosen.length >= maxTags}
                aria-invalid={problem ? true : undefined}
                onChange={() =>
                  onChange(isChosen ? chosen.filter((other) => other !== tag.id) : [...chosen, tag.id])
                }
              />
              <span>{tag.name}</span>
            </label>
          );
        })}
      </div>
      <span className="hint" id={`${id}-hint`}>
        {hint}
      </span>
      <FieldError id={`${id}-problem`} message={problem} />
    </fieldset>
  );
}
