import { useEffect, useMemo, useRef, useState } from 'react';
import { useChosenFiles, useDroppedFiles } from '#ui/upload/use-files.ts';
import { maxRacers, maxRuns, type View, viewAddress } from '../../view-address.ts';
import { following, moved, wholeMap, zoomed } from '../camera.ts';
import { fasterAlong } from '../faster.ts';
import { gapOf } from '../run.ts';
import type { Gap } from '../time-gap.ts';
import type { TourStop, Tour as Way } from '../tour.ts';
import { CheckpointTable } from './CheckpointTable.tsx';
import { Curves } from './Curves.tsx';
import { MapView, zoomStep } from './MapView.tsx';
import { Playback } from './playback.ts';
import { RunList } from './RunList.tsx';
import { Standings } from './race/Standings.tsx';
import { SpaceSwitch } from './SpaceSwitch.tsx';
import { Transport } from './Transport.tsx';
import { Tour } from './tour/Tour.tsx';
import { useFullScreen } from './use-full-screen.ts';
import { useKeys } from './use-keys.ts';
import { nameOf, type Source, useRuns } from './use-runs.ts';
import { useSpace } from './use-space.ts';
import { Waiting } from './Waiting.tsx';

interface Props {
  trackId: number;
  trackName: string;
  /** of the track's current file */
  trackUid: string;
  /** address of the track's drawing; null if there is none yet */
  drawing: string | null;
  /** address of the track as triangles; null: it cannot be shown in three dimensions */
  solid: string | null;
  sources: readonly Source[];
  view: View;
  /** the secret of an unlisted track */
  secret: string | null;
  /** records that follow, if those of a pack are watched one after another */
  tour: Way | null;
}

/** Replays on the map of their track, aligned at the start. */
export function ReplayViewer({
  trackId,
  trackName,
  trackUid,
  drawing,
  solid,
  sources,
  view,
  secret,
  tour,
}: Props) {
  const viewer = useRef<HTMLElement>(null);
  const { loaded, waiting, loadWaiting, map, problem, addFiles, remove } = useRuns(
    sources,
    drawing,
    trackUid,
    view.isRace ? maxRacers : maxRuns,
  );
  const playback = useMemo(() => new Playback(prefersReducedMotion()), []);
  const [camera, setCamera] = useState(wholeMap);
  const [isByDriver, setByDriver] = useState(false);
  const fullScreen = useFullScreen(viewer);
  const entries = useMemo(() => loaded.filter((each) => each.problem === null), [loaded]);
  // in the order of the list, so that each has the colour of its name
  const runs = useMemo(() => {
    const waiting = entries.findIndex(({ run }) => run === null);
    return entries.slice(0, waiting === -1 ? undefined : waiting).flatMap(({ run }) => run ?? []);
  }, [entries]);
  const [first] = runs;
  const gaps = useMemo(
    // a race shows the gaps to its leader instead
    () => runs.map((run, i): Gap | null => (i === 0 || !first || view.isRace ? null : gapOf(first, run))),
    [runs, first, view.isRace],
  );
  const duelGap = runs.length === 2 ? (gaps[1] ?? null) : null;
  const stretches = useMemo(
    () => (duelGap && first ? fasterAlong(duelGap, first.track.distances.at(-1) ?? 0) : null),
    [duelGap, first],
  );
  const endMs = Math.max(0, ...runs.map(({ durationMs }) => durationMs));
  // files from the disk may have been driven on other tracks
  const isOnTrack = solid !== null && (runs.length === 0 || first?.uid === trackUid);
  const space = useSpace(view.space, isOnTrack);
  const [isSceneReady, setSceneReady] = useState(false);
  const addressOfStop = ({ trackId: track, replayId }: TourStop) =>
    viewAddress(
      track,
      { replayIds: [replayId], packId: tour?.packId ?? null, space: space.view, speed: playback.speed },
      null,
    );
  const followed = Math.min(camera.follows ?? 0, Math.max(0, runs.length - 1));
  const followInScene = (number: number) => setCamera((from) => ({ ...from, follows: number }));
  const follow = (number: number) => setCamera((from) => following(from, number));
  useKeys(viewer, playback, {
    zoom: (by) =>
      space.isShown ? space.zoom(by) : map && setCamera((from) => zoomed(from, zoomStep ** by, map.frame)),
    moveMap: (right, down) =>
      space.isShown
        ? space.turn(right, down)
        : map && setCamera((from) => moved(from, right, down, map.frame)),
    followNext: () => {
      if (runs.length === 0) return;
      if (space.isShown) followInScene((followed + 1) % runs.length);
      else follow(camera.follows === null ? 0 : (camera.follows + 1) % runs.length);
    },
    toggleSpace: space.toggle,
    nextCamera: space.nextCamera,
    fullScreen: () => fullScreen?.toggle(),
  });
  useStart(playback, view, endMs);
  useAddress(playback, trackId, view, space.view, secret);
  const list = view.isRace ? (
    <Standings {...{ loaded, runs, playback }} follows={followed} follow={followInScene} />
  ) : (
    <RunList {...{ loaded, gaps, trackName, playback, follow, remove }} follows={camera.follows} />
  );
  return (
    <section className="rv" aria-label="Replay viewer" ref={viewer}>
      {tour && (
        <Tour
          {...{ tour, playback }}
          isReady={endMs > 0 && (space.view === null || isSceneReady)}
          prefersReducedMotion={prefersReducedMotion}
          addressOf={addressOfStop}
        />
      )}
      {entries.length === 0 ? (
        list
      ) : (
        <>
          <div className="rv__stage">
            {space.Scene && space.view && solid !== null ? (
              <space.Scene
                {...{ solid, runs, gaps, trackName, playback }}
                follows={followed}
                view={space.view}
                change={space.change}
                fail={space.fail}
                ready={setSceneReady}
                isStill={prefersReducedMotion()}
              >
                <SpaceSwitch space={space} fullScreen={fullScreen} />
              </space.Scene>
            ) : (
              <MapView
                {...{ map, runs, playback, camera, fullScreen }}
                stretches={isByDriver ? null : stretches}
                move={setCamera}
              >
                {isOnTrack && <SpaceSwitch space={space} fullScreen={null} />}
              </MapView>
            )}
            <div className="rv__side">
              {space.problem && (
                <p className="note note--warn" role="status">
                  {space.problem}
                </p>
              )}
              {list}
              {waiting.length > 0 && <Waiting sources={waiting} load={loadWaiting} />}
              {entries.length === 2 && !view.isRace && (
                <LineChoice isByDriver={isByDriver} choose={setByDriver} />
              )}
              {!view.isRace && (
                <CheckpointTable
                  runs={[
                    ...entries.map((each) => ({
                      driver: nameOf(each),
                      checkpointsMs: each.run?.checkpointsMs ?? each.source.checkpointsMs,
                    })),
                    ...waiting.map(({ driver, checkpointsMs }) => ({ driver: driver ?? '', checkpointsMs })),
                  ]}
                  playback={playback}
                  addressOf={(timeMs) => viewAddress(trackId, { ...view, timeMs }, secret)}
                />
              )}
            </div>
          </div>
          <Transport playback={playback} endMs={endMs} startMs={view.timeMs} />
          <KeyList />
          {!view.isRace && <Curves drivers={entries.map(nameOf)} {...{ runs, gaps, playback, endMs }} />}
        </>
      )}
      <FilePicker problem={problem} add={addFiles} />
    </section>
  );
}

/** What the colour of the line on the map shows in a duel. */
const LineChoice = ({
  isByDriver,
  choose,
}: {
  isByDriver: boolean;
  choose: (isByDriver: boolean) => void;
}) => (
  <span className="seg js-only">
    <button type="button" className="btn" aria-pressed={!isByDriver} onClick={() => choose(false)}>
      Who was faster
    </button>
    <button type="button" className="btn" aria-pressed={isByDriver} onClick={() => choose(true)}>
      Both lines
    </button>
  </span>
);

const keyHelp = [
  ['Space', 'play'],
  ['← →', '1 s'],
  ['Shift ← →', '0.1 s'],
  ['+ −', 'speed'],
  ['0–9', 'jump'],
  ['Z X', 'zoom'],
  ['Ctrl + wheel', 'zoom'],
  ['I J K L', 'move the map'],
  ['C', 'follow'],
  ['M', '3D'],
  ['V', 'camera'],
  ['F', 'full screen'],
] as const;

/** What the keys do, in short; all shortcuts of the site have a page of their own. */
const KeyList = () => (
  <ul className="rv__keys js-only" aria-label="Keys">
    {keyHelp.map(([key, does]) => (
      <li key={key}>
        <b>{key}</b> {does}
      </li>
    ))}
  </ul>
);

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
function useAddress(
  playback: Playback,
  trackId: number,
  view: View,
  space: View['space'],
  secret: string | null,
): void {
  const shown = useRef(space);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // the view of the address itself changes nothing
    let isSettled = shown.current !== space;
    shown.current = space;
    const stop = playback.listen(() => {
      clearTimeout(timer);
      if (!isSettled || playback.isPlaying || playback.endMs === 0) {
        isSettled = true;
        return;
      }
      timer = setTimeout(() => {
        const { timeMs, speed } = playback;
        const now = { ...view, timeMs, speed, space };
        history.replaceState(history.state, '', viewAddress(trackId, now, secret));
      }, addressDelayMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [playback, trackId, view, space, secret]);
}

function FilePicker({ problem, add }: { problem: string | null; add: (files: readonly File[]) => void }) {
  const zone = useRef<HTMLDivElement>(null);
  const isOver = useDroppedFiles(zone, ({ files }) => add([...files]));
  const chosen = useChosenFiles(add);
  return (
    <div className={isOver ? 'rv__drop rv__drop--over js-only' : 'rv__drop js-only'} ref={zone}>
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
