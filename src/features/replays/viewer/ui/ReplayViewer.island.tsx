import { useEffect, useMemo, useRef } from 'react';
import { formatTime } from '#lib/format/time.ts';
import { routes } from '#routes/routes.ts';
import { useChosenFiles, useDroppedFiles } from '#ui/upload/use-files.ts';
import { type View, viewQuery } from '../../view-address.ts';
import { inputScript } from '../input-script.ts';
import type { Run } from '../run.ts';
import { CheckpointTable } from './CheckpointTable.tsx';
import { Curves } from './Curves.tsx';
import { MapView } from './MapView.tsx';
import { Playback } from './playback.ts';
import { Transport } from './Transport.tsx';
import { useKeys } from './use-keys.ts';
import { type Loaded, type Source, useRuns } from './use-runs.ts';

interface Props {
  trackId: number;
  trackName: string;
  /** of the track's current file */
  trackUid: string;
  /** address of the track's drawing */
  drawing: string;
  sources: readonly Source[];
  view: View;
  /** the secret of an unlisted track */
  secret: string | null;
}

/** Replays on the map of their track, aligned at the start. */
export function ReplayViewer({ trackId, trackName, trackUid, drawing, sources, view, secret }: Props) {
  const { loaded, map, problem, addFiles, remove } = useRuns(sources, drawing, trackUid);
  const playback = useMemo(() => new Playback(prefersReducedMotion()), []);
  const runs = useMemo(() => loaded.flatMap(({ run }) => run ?? []), [loaded]);
  const endMs = Math.max(0, ...runs.map(({ durationMs }) => durationMs));
  useKeys(playback);
  useStart(playback, view, endMs);
  useAddress(playback, trackId, view, secret);
  return (
    <section className="rv" aria-label="Replay viewer">
      <RunList loaded={loaded} trackName={trackName} remove={remove} />
      {map && runs.length > 0 ? (
        <>
          <MapView map={map} runs={runs} playback={playback} />
          <Transport playback={playback} endMs={endMs} />
          <p className="rv__keys dim">Space play/pause · ← → 1 s (Shift 0.1 s) · + − speed · 0–9 jump</p>
          <CheckpointTable runs={runs} playback={playback} />
          <Curves runs={runs} playback={playback} endMs={endMs} />
        </>
      ) : (
        loaded.some(({ run, problem: why }) => run === null && why === null) && <p role="status">Loading…</p>
      )}
      <FilePicker problem={problem} add={addFiles} />
    </section>
  );
}

const prefersReducedMotion = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Starts at the time and speed of the address, once the first run is there. */
function useStart(playback: Playback, view: View, endMs: number): void {
  const isStarted = useRef(false);
  useEffect(() => {
    playback.endMs = endMs;
    if (endMs === 0 || isStarted.current) return;
    isStarted.current = true;
    playback.setSpeed(view.speed);
    playback.seek(view.timeMs);
  }, [playback, view, endMs]);
}

const addressDelayMs = 300;

/** Keeps the address of the page up to date while nothing moves, so that a link restores the view. */
function useAddress(playback: Playback, trackId: number, view: View, secret: string | null): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isFirst = true;
    const stop = playback.listen(() => {
      clearTimeout(timer);
      if (isFirst || playback.isPlaying || playback.endMs === 0) {
        isFirst = false;
        return;
      }
      timer = setTimeout(() => {
        const { timeMs, speed } = playback;
        const query = viewQuery({ ...view, timeMs, speed }, secret);
        history.replaceState(history.state, '', routes.replayView(trackId) + query);
      }, addressDelayMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [playback, trackId, view, secret]);
}

interface ListProps {
  loaded: readonly Loaded[];
  trackName: string;
  remove: (key: string) => void;
}

function RunList({ loaded, trackName, remove }: ListProps) {
  if (loaded.length === 0) return <p>Pick up to five replays below, or open files from your computer.</p>;
  const shown = loaded.filter(({ run }) => run !== null);
  return (
    <ul className="rv__runs">
      {loaded.map(({ source, run, problem }) => (
        <li key={source.key}>
          {run && (
            <span
              className={`run run--${shown.findIndex((each) => each.source === source) + 1}`}
              aria-hidden="true"
            >
              ■
            </span>
          )}{' '}
          <b>{run?.driver ?? source.driver ?? (source.file instanceof File ? source.file.name : '')}</b>{' '}
          {run && <span className="time n">{formatTime(run.durationMs)}</span>}{' '}
          {problem && <span className="rv__problem">{problem}</span>}
          {!run && !problem && <span className="dim">Loading…</span>}
          {run?.events && <Export run={run} trackName={trackName} />}
          {source.file instanceof File && (
            <button type="button" className="btn btn--quiet" onClick={() => remove(source.key)}>
              Close<span className="sr"> {run?.driver ?? source.file.name}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
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

function FilePicker({ problem, add }: { problem: string | null; add: (files: readonly File[]) => void }) {
  const zone = useRef<HTMLDivElement>(null);
  const isOver = useDroppedFiles(zone, ({ files }) => add([...files]));
  const chosen = useChosenFiles(add);
  return (
    <div className={isOver ? 'rv__drop rv__drop--over' : 'rv__drop'} ref={zone}>
      <span>Drop replay files to watch them here. Nothing is uploaded.</span>
      <span className="file">
        <span className="btn" aria-hidden="true">
          Choose files
        </span>
        <input
          type="file"
          accept=".gbx"
          multiple
          aria-label="Open replay files from your computer. Nothing is uploaded."
          {...chosen}
        />
      </span>
      {problem && <p role="alert">{problem}</p>}
    </div>
  );
}
