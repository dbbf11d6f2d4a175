import { type ReactNode, useEffect, useRef } from 'react';
import { formatTime } from '#lib/format/time.ts';
import { Icon } from '#ui/Icon.tsx';
import { maxRuns } from '../../view-address.ts';
import { inputScript } from '../input-script.ts';
import type { Run } from '../run.ts';
import { formatSeconds, gapWhere, heldAt, heldText, speedAt } from '../telemetry.ts';
import type { Gap } from '../time-gap.ts';
import type { Playback } from './playback.ts';
import { runClass } from './RunColours.tsx';
import { type Loaded, nameOf } from './use-runs.ts';

interface Props {
  loaded: readonly Loaded[];
  /** in the order of the runs that are shown; null: not comparable with the first one, or the first one itself */
  gaps: readonly (Gap | null)[];
  trackName: string;
  playback: Playback;
  /** the number of the run that the map follows */
  follows: number | null;
  follow: (number: number) => void;
  remove: (key: string) => void;
}

/** The runs: name in the colour of the car, result, and what the car does at the moment. */
export function RunList({ loaded, gaps, trackName, playback, follows, follow, remove }: Props) {
  if (loaded.length === 0)
    return <p className="js-only">Pick up to {maxRuns} replays below, or open files from your computer.</p>;
  const shown = loaded.filter(({ problem }) => problem === null);
  const [first = null] = shown.map(({ run }) => run);
  // two runs are compared in both directions
  const gapOfRun = (number: number): [gap: Gap | null, sign: 1 | -1] =>
    number === 0 && shown.length === 2 ? [gaps[1] ?? null, -1] : [gaps[number] ?? null, 1];
  return (
    <ul className="rv__runs">
      {loaded.map((each) => {
        const { source, run, problem } = each;
        const number = shown.indexOf(each);
        const name = nameOf(each);
        if (problem !== null)
          return (
            <RunItem key={source.key} chip={<b dir="auto">{name}</b>}>
              <span className="rv__problem">{problem}</span>
              {source.file instanceof File && <Close name={name} close={() => remove(source.key)} />}
            </RunItem>
          );
        const [gap, sign] = gapOfRun(number);
        return (
          <RunItem
            key={source.key}
            chip={
              <b className={`rv__chip ${runClass(number)}`} dir="auto">
                {name}
              </b>
            }
          >
            <span className="time n">{source.result ?? (run && formatTime(run.durationMs))}</span>
            <Live
              run={run}
              first={first}
              gap={gap}
              sign={sign}
              hasGap={shown.length > 1}
              playback={playback}
            />
            <span className="rv__acts js-only">
              <button
                type="button"
                className="btn btn--quiet"
                aria-pressed={follows === number}
                onClick={() => follow(number)}
              >
                Follow<span className="sr"> {name}</span>
              </button>
              {run?.events && <Export run={run} trackName={trackName} />}
              {source.file instanceof File && <Close name={name} close={() => remove(source.key)} />}
            </span>
          </RunItem>
        );
      })}
    </ul>
  );
}

const RunItem = ({ chip, children }: { chip: ReactNode; children: ReactNode }) => (
  <li>
    {chip} {children}
  </li>
);

const Close = ({ name, close }: { name: string; close: () => void }) => (
  <button type="button" className="btn btn--quiet" onClick={close}>
    Close<span className="sr"> {name}</span>
  </button>
);

interface LiveProps {
  run: Run | null;
  first: Run | null;
  gap: Gap | null;
  sign: 1 | -1;
  hasGap: boolean;
  playback: Playback;
}

const keys = ['left', 'gas', 'brake', 'right'] as const;
const icons = { left: 'left', gas: 'up', brake: 'down', right: 'right' } as const;

/** Speed, gap and inputs at the time of the cursor, written into the page without rendering it. */
function Live({ run, first, gap, sign, hasGap, playback }: LiveProps) {
  const speed = useRef<HTMLElement>(null);
  const behind = useRef<HTMLElement>(null);
  const held = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!run) return undefined;
    const write = (element: HTMLElement | null, text: string) => {
      if (element && element.textContent !== text) element.textContent = text;
    };
    return playback.listen(() => {
      const timeMs = Math.min(playback.timeMs, run.durationMs);
      write(speed.current, String(speedAt(run, timeMs)));
      write(behind.current, gap && first ? formatSeconds(sign * gapWhere(first, gap, playback.timeMs)) : '–');
      const now = heldAt(run, timeMs);
      if (!held.current || !now) return;
      const text = heldText(now);
      if (held.current.getAttribute('aria-label') === text) return;
      held.current.setAttribute('aria-label', text);
      const { steer, gas, brake } = now;
      const strengths = { left: -steer, gas, brake, right: steer };
      for (const [i, key] of keys.entries()) {
        const mark = held.current.children[i];
        if (mark instanceof HTMLElement)
          mark.style.setProperty('--held', String(Math.max(0, strengths[key])));
      }
    });
  }, [run, first, gap, sign, playback]);
  return (
    <span className="rv__live js-only">
      <span>
        <b ref={speed} className="n">
          –
        </b>{' '}
        km/h
      </span>
      {hasGap && (
        <span>
          <b ref={behind} className="n">
            –
          </b>{' '}
          s
        </span>
      )}
      <span ref={held} className="rv__held" role="img" aria-label="Inputs">
        {keys.map((key) => (
          <span key={key}>
            <Icon name={icons[key]} />
          </span>
        ))}
      </span>
    </span>
  );
}

function Export({ run, trackName }: { run: Run; trackName: string }) {
  const save = () => {
    if (!run.events) return;
    const comments = [trackName, `${run.driver}, ${formatTime(run.durationMs)}`];
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([inputScript(run.events, comments)], { type: 'text/plain' }));
    link.download = `${trackName} ${run.driver}.txt`.replace(/[^\p{L}\p{N} ._-]/gu, '-');
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  return (
    <button type="button" className="btn btn--quiet" onClick={save}>
      Export inputs<span className="sr"> of {run.driver}</span>
    </button>
  );
}
