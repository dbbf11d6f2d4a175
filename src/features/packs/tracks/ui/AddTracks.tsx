import { useId, useRef, useState } from 'react';
import { findTracks } from '#features/tracks/list/ui/find-tracks.ts';
import { routes } from '#routes/routes.ts';
import { Autocomplete } from '#ui/Autocomplete.tsx';
import { find } from '#ui/dom.ts';
import { Icon } from '#ui/Icon.tsx';
import type { AddedTrack } from '../entries.ts';
import type { ManagerStore } from './manager-store.ts';

interface Props {
  store: ManagerStore;
  /** until then, it is only shown */
  isReady: boolean;
}

/** Adds tracks: one by its name or id, or many that are pasted. The result for each is listed. */
export function AddTracks({ store, isReady }: Props) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [pasted, setPasted] = useState('');
  const [isAdding, setAdding] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [results, setResults] = useState<readonly AddedTrack[]>([]);
  const box = useRef<HTMLDivElement>(null);

  const add = async (tracks: string) => {
    if (isAdding) return;
    if (tracks.trim() === '') {
      setProblem('Enter a track first.');
      return;
    }
    setAdding(true);
    const answer = await store.take({ act: 'add', tracks }, 'Adding…');
    setAdding(false);
    find(box.current, '[role="combobox"]', HTMLElement)?.focus();
    if (!answer.ok) {
      setProblem(answer.problem.detail);
      return;
    }
    const added = (answer.value.Results ?? []).filter(({ Problem }) => Problem === null).length;
    const all = answer.value.Results ?? [];
    setProblem(null);
    setResults(all);
    store.say(`${added} of ${all.length} ${all.length === 1 ? 'track' : 'tracks'} added.`, added === 0);
    setTyped('');
    setPasted('');
  };

  /** A name does not identify a track: one of the suggestions has to be chosen. */
  const addTyped = () => {
    if (/\S\s+\S/.test(typed)) setProblem('Choose a suggestion, or enter an ID, a UId or an address.');
    else void add(typed);
  };

  return (
    <section className="pm__add needs-script" aria-label="Add tracks" inert={!isReady}>
      <div className="f" ref={box}>
        <label className="lb" htmlFor={`${id}-one`}>
          Add a track
        </label>
        <div className="pm__addone">
          <Autocomplete
            id={`${id}-one`}
            value={typed}
            onType={(text) => {
              setTyped(text);
              setProblem(null);
            }}
            onChoose={(choice) => void add(`${choice.id}`)}
            onEnter={addTyped}
            load={findTracks}
            listLabel="Tracks with this name"
            invalid={problem !== null}
            describedBy={problem === null ? `${id}-hint` : `${id}-problem`}
            maxLength={300}
          />
          <button type="button" className="btn" disabled={isAdding} onClick={addTyped}>
            <Icon name="plus" small />
            Add
          </button>
        </div>
        {problem === null ? (
          <span className="hint" id={`${id}-hint`}>
            Name, ID, UId or address. Added tracks are approved and go to the end.
          </span>
        ) : (
          <span className="err" id={`${id}-problem`} role="alert">
            <Icon name="warn" />
            {problem}
          </span>
        )}
      </div>
      <details className="pm__many">
        <summary className="btn">
          <Icon name="list" small />
          Add many
        </summary>
        <div className="f">
          <label className="lb" htmlFor={`${id}-many`}>
            IDs, UIds or addresses
          </label>
          <textarea
            className="in"
            id={`${id}-many`}
            value={pasted}
            aria-describedby={`${id}-many-hint`}
            onChange={({ target }) => setPasted(target.value)}
          />
          <span className="hint" id={`${id}-many-hint`}>
            Separate them with spaces, commas or new lines. Up to 1000 at once.
          </span>
          <span>
            <button
              type="button"
              className="btn btn--main"
              disabled={isAdding}
              onClick={() => void add(pasted)}
            >
              Add these tracks
            </button>
          </span>
        </div>
      </details>
      {results.length > 0 && (
        <div className="pm__results">
          <ul aria-label="What was added">
            {results.map((result, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same input may be there twice
              <li key={index}>
                <code>{result.Input}</code>{' '}
                {result.TrackId !== null && result.TrackName !== null && (
                  <a dir="auto" href={routes.trackShow(result.TrackId)}>
                    {result.TrackName}
                  </a>
                )}{' '}
                {result.Problem === null ? (
                  <span className="lab lab--ok">Added</span>
                ) : (
                  <span className="pm__refused">{result.Problem}</span>
                )}
              </li>
            ))}
          </ul>
          <button type="button" className="btn btn--quiet" onClick={() => setResults([])}>
            Close the results
          </button>
        </div>
      )}
    </section>
  );
}
