import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { type EntryState, entryState, rangeEnds, rangeText, withEntry } from '#lib/query-language/edit.ts';
import { quotedIfNeeded } from '#lib/query-language/quoting.ts';
import type { SearchKey } from '#lib/query-language/search.ts';
import { findAll } from '#ui/dom.ts';
import { Icon } from '#ui/Icon.tsx';

interface Props {
  searchKey: SearchKey<unknown>;
  /** the text after the key's colon, in its usual spelling */
  value: string;
  /** there is a text, but it is invalid */
  isInvalid: boolean;
  signedIn: boolean;
  onChange: (value: string) => void;
}

/** The control of one key. Controls change nothing but the text of the query. */
export function FilterControl(props: Props): ReactNode {
  switch (props.searchKey.control) {
    case 'tri':
      return <Tri {...props} />;
    case 'choice':
      return <Choice {...props} />;
    case 'yes':
      return <Yes {...props} />;
    case 'range':
      return <RangeFields {...props} />;
    case 'text':
    case 'number':
      return <OneField {...props} />;
    case null:
      return null;
    default:
      return props.searchKey.control satisfies never;
  }
}

/** How far each arrow moves the focus among the two buttons of each entry. */
const steps: Readonly<Record<string, number>> = { ArrowUp: -2, ArrowDown: 2, ArrowLeft: -1, ArrowRight: 1 };

function Tri({ searchKey, value, signedIn, onChange }: Props) {
  const { kind, labels, personal = [], label } = searchKey;
  const entries = kind.choices.filter((entry) => signedIn || !personal.includes(entry));
  const toggle = (entry: string, state: EntryState) =>
    onChange(withEntry(value, [entry], entryState(value, [entry]) === state ? null : state));
  // one stop for the Tab key, and arrows within
  const [stop, setStop] = useState(0);
  const move = (event: KeyboardEvent<HTMLUListElement>) => {
    const by = steps[event.key];
    const buttons = findAll(event.currentTarget, 'button', HTMLButtonElement);
    const next = by === undefined ? undefined : buttons[stop + by];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <fieldset>
      <legend className="h3">{label}</legend>
      <ul className="tri" onKeyDown={move}>
        {entries.map((entry, row) => {
          const name = labels?.[entry] ?? entry;
          const state = entryState(value, [entry]);
          return (
            <li key={entry}>
              <span className="nm">
                <span>{name}</span>
              </span>
              <button
                type="button"
                className="inc"
                tabIndex={stop === 2 * row ? 0 : -1}
                onFocus={() => setStop(2 * row)}
                aria-pressed={state === 'in'}
                aria-label={`Include ${name}`}
                onClick={() => toggle(entry, 'in')}
              >
                <Icon name="plus" />
              </button>
              <button
                type="button"
                className="exc"
                tabIndex={stop === 2 * row + 1 ? 0 : -1}
                onFocus={() => setStop(2 * row + 1)}
                aria-pressed={state === 'out'}
                aria-label={`Exclude ${name}`}
                onClick={() => toggle(entry, 'out')}
              >
                <Icon name="minus" />
              </button>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

function Choice({ searchKey: { kind, label, labels, usual }, value, isInvalid, onChange }: Props) {
  const id = useId();
  const chosen = unquoted(value);
  return (
    <div className="f">
      <label className="h3" htmlFor={id}>
        {label}
      </label>
      <select
        className="in"
        id={id}
        value={kind.choices.includes(chosen) && chosen !== usual ? chosen : ''}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.target.value === '' ? '' : quotedIfNeeded(event.target.value))}
      >
        <option value="">{usual ?? 'Any'}</option>
        {kind.choices
          .filter((choice) => choice !== usual)
          .map((choice) => (
            <option key={choice} value={choice}>
              {labels?.[choice] ?? choice}
            </option>
          ))}
      </select>
      {isInvalid && <Invalid id={`${id}-error`} />}
    </div>
  );
}

function Yes({ searchKey: { label }, value, onChange }: Props) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={value === 'true'}
        onChange={(event) => onChange(event.target.checked ? 'true' : '')}
      />
      {label}
    </label>
  );
}

function RangeFields({ searchKey: { label, examples = [] }, value, isInvalid, onChange }: Props) {
  const [from, to] = rangeEnds(value);
  const id = useId();
  return (
    <fieldset>
      <legend className="h3">{label}</legend>
      <div className="rng">
        <CommitField
          value={from}
          label={`${label} from`}
          placeholder={examples[0]}
          errorId={isInvalid ? id : undefined}
          onCommit={(text) => onChange(rangeText(text, to))}
        />
        <span aria-hidden="true">to</span>
        <CommitField
          value={to}
          label={`${label} to`}
          placeholder={examples[1]}
          errorId={isInvalid ? id : undefined}
          onCommit={(text) => onChange(rangeText(from, text))}
        />
      </div>
      {isInvalid && <Invalid id={id} />}
    </fieldset>
  );
}

function OneField({ searchKey: { label, control }, value, isInvalid, onChange }: Props) {
  const id = useId();
  return (
    <div className="f">
      <span className="h3">{label}</span>
      <CommitField
        value={unquoted(value)}
        label={label}
        isNumber={control === 'number'}
        errorId={isInvalid ? id : undefined}
        onCommit={(text) => onChange(text === '' ? '' : quotedIfNeeded(text))}
      />
      {isInvalid && <Invalid id={id} />}
    </div>
  );
}

const Invalid = ({ id }: { id: string }) => (
  <span className="err" id={id}>
    <Icon name="warn" />
    Invalid value
  </span>
);

interface CommitFieldProps {
  value: string;
  label: string;
  placeholder?: string | undefined;
  isNumber?: boolean;
  errorId: string | undefined;
  onCommit: (text: string) => void;
}

/** A field that reports its value when it loses the focus or Enter is pressed, and otherwise follows the text of the query. */
function CommitField({ value, label, placeholder, isNumber = false, errorId, onCommit }: CommitFieldProps) {
  const [shown, setShown] = useState(value);
  const [typed, setTyped] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  const commit = () => {
    if (typed.trim() !== value) onCommit(typed.trim());
  };
  return (
    <input
      className="in n"
      value={typed}
      aria-label={label}
      placeholder={placeholder}
      inputMode={isNumber ? 'numeric' : undefined}
      aria-invalid={errorId ? true : undefined}
      aria-describedby={errorId}
      autoComplete="off"
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault();
          commit();
        }
      }}
    />
  );
}

const unquoted = (value: string) =>
  /^".*"$/.test(value) ? value.slice(1, -1).replace(/\\(["\\])/g, '$1') : value;
