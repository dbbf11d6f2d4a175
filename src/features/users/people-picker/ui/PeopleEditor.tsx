import { useId, useRef, useState } from 'react';
import { Autocomplete } from '#ui/Autocomplete.tsx';
import { Avatar } from '#ui/Avatar.tsx';
import type { Choice } from '#ui/autocomplete-state.ts';
import { find } from '#ui/dom.ts';
import { Icon } from '#ui/Icon.tsx';
import { type Added, maxRoleCharacters, movedUp, type PersonEntry, personMessages } from '../people-list.ts';
import { findPeople } from './find-people.ts';

interface Props<E extends PersonEntry> {
  legend: string;
  /** always in the list: the uploader, the owner */
  first: { readonly userId?: number | undefined; readonly name: string; readonly label: string };
  /** without the first */
  people: readonly E[];
  /** the label of a user's state, if it has one */
  labelOf?: (person: E) => { readonly text: string; readonly look: string };
  /** the list with a user added, or why not */
  withOne: (person: { userId: number; name: string }) => Added<E>;
  addLabel: string;
  hint: string;
  onChange: (people: E[]) => void;
  disabled?: boolean;
  /** false: users have no role in this list */
  hasRoles?: boolean;
  /** the field of a role in a form that is also sent without scripts */
  roleName?: (index: number) => string;
  /** the order is shown elsewhere, and can be changed here */
  isOrdered?: boolean;
}

const unreachable = 'Couldn’t load players. Try again.';

/** Edits a list of users: add by exact name, set roles, remove. */
export function PeopleEditor<E extends PersonEntry>(props: Props<E>) {
  const {
    first,
    people,
    labelOf,
    withOne,
    onChange,
    disabled = false,
    hasRoles = true,
    isOrdered = false,
  } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [message, setMessage] = useState('');
  const root = useRef<HTMLFieldSetElement>(null);
  const focusBox = () => find(root.current, '[role="combobox"]', HTMLElement)?.focus();

  const add = ({ id: userId, label: name }: Choice) => {
    const added = withOne({ userId, name });
    setProblem(added.ok ? null : added.message);
    focusBox();
    if (!added.ok) return setTyped(name);
    setTyped('');
    setMessage(`${name} was added.`);
    onChange(added.people);
  };
  const addTyped = async () => {
    const name = typed.trim();
    if (name === '') return focusBox();
    try {
      const person = (await findPeople(name)).find(({ label }) => label === name);
      if (person) return add(person);
      setProblem(personMessages.unknown);
    } catch {
      setProblem(unreachable);
    }
    focusBox();
  };
  const remove = ({ userId, name }: E) => {
    setMessage(`${name} was removed.`);
    onChange(people.filter((other) => other.userId !== userId));
    focusBox(); // the focused button was removed
  };
  const moveUp = ({ userId, name }: E, index: number) => {
    if (index === 0) return;
    setMessage(`Moved ${name} to position ${index}.`);
    onChange(movedUp(people, userId));
  };
  const setRole = (userId: number, role: string) =>
    onChange(people.map((person) => (person.userId === userId ? { ...person, role } : person)));

  return (
    <fieldset
      className={`f full people${hasRoles ? '' : ' people--plain'}${isOrdered ? ' people--ordered' : ''}`}
      ref={root}
      disabled={disabled}
    >
      <legend className="lb">{props.legend}</legend>
      <ul className="people__list">
        <li>
          <Face userId={first.userId} name={first.name} />
          <b dir="auto">{first.name}</b>
          <span className="lab lab--plain">{first.label}</span>
        </li>
        {people.map((person, index) => (
          <li key={person.userId}>
            <Face userId={person.userId} name={person.name} />
            <b dir="auto">{person.name}</b>
            <Label of={labelOf?.(person)} />
            {hasRoles && (
              <input
                className="in"
                name={props.roleName?.(index)}
                value={person.role}
                maxLength={maxRoleCharacters}
                placeholder={`Role, up to ${maxRoleCharacters} characters`}
                aria-label={`Role of ${person.name}`}
                autoComplete="off"
                onChange={(event) => setRole(person.userId, event.target.value)}
              />
            )}
            <span className="people__acts">
              {isOrdered && (
                <button
                  type="button"
                  className="act needs-script"
                  aria-label={`Move ${person.name} up`}
                  aria-disabled={index === 0} // stays in place, so that it keeps the focus
                  onClick={() => moveUp(person, index)}
                >
                  <Icon name="up" />
                </button>
              )}
              <button
                type="button"
                className="act needs-script"
                aria-label={`Remove ${person.name}`}
                onClick={() => remove(person)}
              >
                <Icon name="trash" />
              </button>
            </span>
          </li>
        ))}
      </ul>
      <label className="lb needs-script" htmlFor={`${id}-name`}>
        {props.addLabel}
      </label>
      <div className="people__add needs-script">
        <Autocomplete
          id={`${id}-name`}
          value={typed}
          onType={(text) => {
            setTyped(text);
            setProblem(null);
          }}
          onChoose={add}
          onEnter={() => void addTyped()}
          load={findPeople}
          listLabel="Players with this name"
          disabled={disabled}
          invalid={problem !== null}
          describedBy={problem === null ? `${id}-hint` : `${id}-problem`}
          maxLength={100}
        />
        <button type="button" className="btn" onClick={() => void addTyped()}>
          <Icon name="plus" small />
          Add
        </button>
      </div>
      {problem === null ? (
        <span className="hint needs-script" id={`${id}-hint`}>
          {props.hint}
        </span>
      ) : (
        <span className="err" id={`${id}-problem`} role="alert">
          <Icon name="warn" />
          {problem}
        </span>
      )}
      <span className="sr" role="status">
        {message}
      </span>
    </fieldset>
  );
}

/** The picture of a user; the initials if only the name is known. */
const Face = ({ userId, name }: { userId: number | undefined; name: string }) =>
  userId ? (
    <Avatar person={{ UserId: userId }} />
  ) : (
    <span className="ava" aria-hidden="true">
      {initials(name)}
    </span>
  );

const initials = (name: string) => Array.from(name).slice(0, 2).join('');

function Label({ of }: { of: { readonly text: string; readonly look: string } | undefined }) {
  return of ? <span className={`lab ${of.look}`}>{of.text}</span> : <span />;
}
