import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { formatTime } from '#lib/format/time.ts';
import { closest } from '#ui/dom.ts';
import { raceOf, type Standing } from '../../race/standings.ts';
import type { Run } from '../../run.ts';
import { formatSeconds } from '../../telemetry.ts';
import type { Playback } from '../playback.ts';
import { runClass } from '../RunColours.tsx';
import { type Loaded, nameOf } from '../use-runs.ts';

interface Props {
  loaded: readonly Loaded[];
  /** those of the list that are decoded, in its order */
  runs: readonly Run[];
  playback: Playback;
  /** the number of the run that the camera follows */
  follows: number;
  follow: (number: number) => void;
}

/** The order may change as often. */
const stepMs = 200;

/** The order of a race as it is at the moment, with the gaps to the leader. A name makes the camera follow its car. */
export function Standings({ loaded, runs, playback, follows, follow }: Props) {
  const entries = loaded.filter(({ problem }) => problem === null);
  const refused = loaded.filter(({ problem }) => problem !== null);
  const list = useRef<HTMLOListElement>(null);
  const race = useMemo(() => raceOf(runs), [runs]);
  const [standings, setStandings] = useState<readonly Standing[]>(() => race(0));
  useEffect(() => {
    let shownAt = -Infinity;
    return playback.listen(() => {
      const now = performance.now();
      if (playback.isPlaying && now - shownAt < stepMs) return;
      shownAt = now;
      setStandings(race(playback.timeMs));
    });
  }, [race, playback]);
  useFocusThatStays(list, standings);
  const placed = standings.filter(({ number }) => number < entries.length);
  const isPlaced = new Set(placed.map(({ number }) => number));
  const rows = [
    ...placed,
    ...entries.flatMap((_, number) =>
      isPlaced.has(number) ? [] : [{ number, gapMs: null, isFinished: false }],
    ),
  ];
  return (
    <>
      <ol className="race" aria-label="Order at the moment" ref={list}>
        {rows.map(({ number, gapMs, isFinished }, at) => {
          const entry = entries[number];
          if (!entry) return null;
          return (
            <li key={entry.source.key}>
              <button
                type="button"
                className={`race__name ${runClass(number)}`}
                aria-pressed={follows === number}
                onClick={() => follow(number)}
              >
                <span className="sr">Follow </span>
                <bdi>{nameOf(entry)}</bdi>
              </button>
              <span className="time n">
                {entry.source.result ?? (entry.run && formatTime(entry.run.durationMs))}
              </span>
              <span className="race__gap n js-only">
                {gapText(at, gapMs)}
                {isFinished && <span className="sr"> finished</span>}
              </span>
            </li>
          );
        })}
      </ol>
      {refused.length > 0 && (
        <ul className="race__refused">
          {refused.map((each) => (
            <li key={each.source.key}>
              <b dir="auto">{nameOf(each)}</b> <span className="rv__problem">{each.problem}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function gapText(at: number, gapMs: number | null): string {
  if (gapMs === null) return '–';
  return at === 0 ? 'leads' : formatSeconds(gapMs);
}

/** A button that is moved to another place in the page loses the focus: gives it back. */
function useFocusThatStays(list: { readonly current: HTMLElement | null }, order: unknown): void {
  const focused = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const { current } = list;
    if (!current) return undefined;
    const got = ({ target }: FocusEvent) => {
      focused.current = closest(target, 'button', HTMLElement);
    };
    const left = ({ target }: Event) => {
      if (closest(target, '.race', Element) !== current) focused.current = null;
    };
    current.addEventListener('focusin', got);
    document.addEventListener('focusin', left);
    document.addEventListener('pointerdown', left);
    return () => {
      current.removeEventListener('focusin', got);
      document.removeEventListener('focusin', left);
      document.removeEventListener('pointerdown', left);
    };
  }, [list]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the order
  useLayoutEffect(() => {
    const { current } = focused;
    if (current?.isConnected && document.activeElement === document.body)
      current.focus({ preventScroll: true });
  }, [order]);
}
