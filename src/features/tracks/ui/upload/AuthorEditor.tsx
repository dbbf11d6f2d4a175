import { useId, useRef, useState } from 'react';
import { Autocomplete } from '#ui/Autocomplete.tsx';
import type { Choice } from '#ui/autocomplete-state.ts';
import { Icon } from '#ui/Icon.tsx';
import {
  type AuthorEntry,
  authorLabel,
  authorMessages,
  mostRoleCharacters,
  withAuthor,
} from '../../authors.ts';
import { findPeople } from './find-people.ts';
import './AuthorEditor.css';

interface Props {
  /** without the uploader, who is always first */
  authors: readonly AuthorEntry[];
  uploaderName: string;
  onChange: (authors: AuthorEntry[]) => void;
  disabled?: boolean;
}

const unreachable = 'Users could not be loaded. Try again.';

/** Edits the authors of a track: add by exact name, set roles, remove. */
export function AuthorEditor({ authors, uploaderName, onChange, disabled = false }: Props) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const root = useRef<HTMLFieldSetElement>(null);
  const focusBox = () => root.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus();

  const add = ({ id: userId, label: name }: Choice) => {
    const added = withAuthor(authors, { userId, name }, uploaderName);
    setProblem(added.ok ? null : added.message);
    focusBox();
    if (!added.ok) return setTyped(name);
    setTyped('');
    setSaid(`${name} was added.`);
    onChange(added.authors);
  };
  const addTyped = async () => {
    const name = typed.trim();
    if (name === '') return focusBox();
    try {
      const person = (await findPeople(name)).find(({ label }) => label === name);
      if (person) return add(person);
      setProblem(authorMessages.unknown);
    } catch {
      setProblem(unreachable);
    }
    focusBox();
  };
  const remove = ({ userId, name }: AuthorEntry) => {
    setSaid(`${name} was removed.`);
    onChange(authors.filter((other) => other.userId !== userId));
    focusBox(); // the focused button was removed
  };
  const setRole = (userId: number, role: string) =>
    onChange(authors.map((author) => (author.userId === userId ? { ...author, role } : author)));

  return (
    <fieldset className="f full auth" ref={root} disabled={disabled}>
      <legend className="lb">Authors</legend>
      <ul className="auth__list">
        <li>
          <span className="ava" aria-hidden="true">
            {initials(uploaderName)}
          </span>
          <b>{uploaderName}</b>
          <span className="lab lab--plain">{authorLabel({ isUploader: true, isPending: false })}</span>
        </li>
        {authors.map((author) => (
          <li key={author.userId}>
            <span className="ava" aria-hidden="true">
              {initials(author.name)}
            </span>
            <b>{author.name}</b>
            <span className={author.isPending ? 'lab lab--warn' : 'lab lab--ok'}>{authorLabel(author)}</span>
            <input
              className="in"
              value={author.role}
              maxLength={mostRoleCharacters}
              placeholder={`Role, up to ${mostRoleCharacters} characters`}
              aria-label={`Role of ${author.name}`}
              autoComplete="off"
              onChange={(event) => setRole(author.userId, event.target.value)}
            />
            <button
              type="button"
              className="act"
              aria-label={`Remove ${author.name}`}
              onClick={() => remove(author)}
            >
              <Icon name="trash" />
            </button>
          </li>
        ))}
      </ul>
      <label className="lb" htmlFor={`${id}-name`}>
        Add a co-author
      </label>
      <div className="auth__add">
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
          listLabel="Users with this name"
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
        <span className="hint" id={`${id}-hint`}>
          Enter the exact name. Co-authors are invited, and named on the track once they accept.
        </span>
      ) : (
        <span className="err" id={`${id}-problem`} role="alert">
          <Icon name="warn" />
          {problem}
        </span>
      )}
      <span className="sr" role="status">
        {said}
      </span>
    </fieldset>
  );
}

const initials = (name: string) => Array.from(name).slice(0, 2).join('');
