import {
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ReadSolid } from '#lib/drawing/solid/solid-file.ts';
import { wheelFactor } from '../../camera.ts';
import type { Run } from '../../run.ts';
import { captionOf } from '../../space/caption.ts';
import { type RibbonKind, ribbonKinds, ribbonsOf } from '../../space/ribbon.ts';
import {
  type CameraKind,
  cameraKinds,
  cameraNames,
  type Orbit,
  type SpaceView as View,
  within,
} from '../../space/space-view.ts';
import { stillAt } from '../../space/stills.ts';
import type { Gap } from '../../time-gap.ts';
import type { Playback } from '../playback.ts';
import { coloursIn, RunColours } from '../RunColours.tsx';
import { useThemeChanges } from '../use-canvas.ts';
import { ClipTool } from './ClipTool.tsx';
import { loadSolid } from './load-solid.ts';
import { composed, save } from './save-picture.ts';
import { type Frame, Stage } from './stage.ts';

interface Props {
  /** address of the track as triangles */
  solid: string;
  runs: readonly Run[];
  /** of each run to the first one */
  gaps: readonly (Gap | null)[];
  trackName: string;
  playback: Playback;
  /** the number of the run that the camera follows */
  follows: number;
  view: View;
  change: (next: (view: View) => View) => void;
  /** shows the map again, with a sentence why */
  fail: (why: string) => void;
  /** called with true when a frame can be shown */
  ready: (isReady: true) => void;
  isStill: boolean;
  /** what stands before the cameras */
  children: ReactNode;
}

const noGraphics = 'This browser cannot show the run in three dimensions, so here is the map.';
const noSolid = 'The track couldn’t be loaded in three dimensions, so here is the map. Try again later.';
const degreesPerPixel = 0.4;
const ribbonNames: Readonly<Record<RibbonKind, string>> = { speed: 'Speed line', gap: 'Gap line' };

/** The run in three dimensions. Everything that it shows is also in the tables and curves around it. */
export function SpaceView({ solid, runs, gaps, trackName, playback, follows, view, ...props }: Props) {
  const { change, fail, ready, isStill, children } = props;
  const [ribbon, setRibbon] = useState<RibbonKind | null>(null);
  const box = useRef<HTMLElement>(null);
  const drawn = useRef<HTMLCanvasElement>(null);
  const names = useRef<HTMLCanvasElement>(null);
  const stage = useRef<Stage | null>(null);
  const shown = useRef({ runs, follows, view, isStill });
  shown.current = { runs, follows, view, isStill };
  const onFrame = useRef<((frame: Frame) => void) | null>(null);
  const wasDragged = useRef(false);
  const theme = useThemeChanges();
  const [model, setModel] = useState<ReadSolid | null>(null);
  const draw = useCallback(() => {
    const { runs: all, follows: number, view: seen, isStill: still } = shown.current;
    const { timeMs, isPlaying } = playback;
    stage.current?.draw(
      {
        timeMs,
        timesMs: all.map((run) => (still && isPlaying ? stillAt(run, timeMs) : timeMs)),
        follows: number,
        view: seen,
      },
      isPlaying && !still ? performance.now() : null,
    );
    if (!drawn.current || !stage.current) return;
    drawn.current.dataset.draws = String(stage.current.draws);
    onFrame.current?.(stage.current.frame);
  }, [playback]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what to do on failure is the same every time
  useEffect(() => {
    let isGone = false;
    loadSolid(solid).then(
      (read) => !isGone && setModel(read),
      () => !isGone && fail(noSolid),
    );
    return () => {
      isGone = true;
    };
  }, [solid]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    const { current: canvas } = drawn;
    const { current: above } = names;
    const { current: frame } = box;
    if (!canvas || !above || !frame || !model) return undefined;
    if (!hasWebGl()) {
      fail(noGraphics);
      return undefined;
    }
    stage.current = new Stage(canvas, above, model);
    const lost = () => fail(noGraphics);
    canvas.addEventListener('webglcontextlost', lost);
    const observer = new ResizeObserver(() => {
      stage.current?.resize(frame.clientWidth, frame.clientHeight);
      draw();
    });
    observer.observe(frame);
    const stop = playback.listen(draw);
    const hidden = () => document.hidden && playback.pause();
    document.addEventListener('visibilitychange', hidden);
    return () => {
      stop();
      observer.disconnect();
      document.removeEventListener('visibilitychange', hidden);
      canvas.removeEventListener('webglcontextlost', lost);
      stage.current?.dispose();
      stage.current = null;
    };
  }, [model]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read again when the theme changes
  useEffect(() => {
    if (!model || runs.length === 0) return;
    stage.current?.setRuns(runs, coloursIn(box.current).runs);
    draw();
  }, [model, runs, theme, draw]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new model has a new stage
  useEffect(() => {
    stage.current?.setRibbons(ribbon === null ? [] : ribbonsOf(ribbon, runs, gaps));
    draw();
  }, [model, ribbon, runs, gaps, draw]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: draws what has changed
  useEffect(draw, [view, follows, isStill, draw]);

  const turn = useCallback(
    (next: (orbit: Orbit) => Orbit) =>
      change((from) => ({ camera: 'orbit', orbit: within(next(from.orbit)) })),
    [change],
  );
  useWheel(box, turn);
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1) return;
    wasDragged.current = true;
    turn(({ around, above, metres }) => ({
      around: around - event.movementX * degreesPerPixel,
      above: above + event.movementY * degreesPerPixel,
      metres,
    }));
  };
  const jump = (event: MouseEvent<HTMLElement>) => {
    if (wasDragged.current) return;
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const timeMs = stage.current?.momentAt(event.clientX - left, event.clientY - top) ?? null;
    if (timeMs !== null) playback.seek(timeMs);
  };
  const captionAt = useMemo(() => captionOf(trackName, runs, gaps), [trackName, runs, gaps]);
  const picture = () => {
    draw();
    if (!stage.current) return;
    const { layers, colours } = stage.current.frame;
    const caption = captionAt(playback.timeMs);
    composed(layers, caption, colours).toBlob(
      (blob) => blob && save(blob, `${trackName} ${caption.time.replaceAll(':', '-')}.png`),
    );
  };
  const choose = (camera: CameraKind) => change((from) => ({ ...from, camera }));
  const isReady = model !== null && runs.length > 0;
  useEffect(() => {
    if (isReady) ready(true);
  }, [isReady, ready]);
  return (
    <div className="rv__mapbox js-only">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys and the slider move the time as well */}
      <figure
        className="rv__map rv__space"
        ref={box}
        aria-label="The run in three dimensions"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: with the focus, the wheel zooms
        tabIndex={0}
        onPointerDown={() => {
          wasDragged.current = false;
        }}
        onPointerMove={drag}
        onClick={jump}
      >
        <RunColours />
        <canvas ref={drawn} data-ready={isReady || undefined} />
        <canvas ref={names} />
        {!isReady && (
          <p className="rv__loading" role="status">
            Loading…
          </p>
        )}
        <p className="sr">
          The cars on their track, seen by a camera. The tables and curves below contain the times and speeds.
        </p>
      </figure>
      <div className="rv__maptools rv__cameras">
        {children}
        <span className="seg">
          {cameraKinds.map((kind) => (
            <button
              key={kind}
              type="button"
              className="btn"
              aria-pressed={view.camera === kind}
              onClick={() => choose(kind)}
            >
              {cameraNames[kind]}
            </button>
          ))}
        </span>
        <span className="seg">
          {ribbonKinds
            .filter((kind) => kind === 'speed' || gaps.some((gap) => gap !== null))
            .map((kind) => (
              <button
                key={kind}
                type="button"
                className="btn"
                aria-pressed={ribbon === kind}
                onClick={() => setRibbon(ribbon === kind ? null : kind)}
              >
                {ribbonNames[kind]}
              </button>
            ))}
        </span>
        <button type="button" className="btn" disabled={!isReady} onClick={picture}>
          Picture
        </button>
        <ClipTool {...{ playback, trackName, isReady, captionAt, onFrame }} />
      </div>
    </div>
  );
}

/** Browsers have none on some machines, or after too many failures of the graphics card. */
const hasWebGl = (): boolean => document.createElement('canvas').getContext('webgl2') !== null;

const nearestFactor = 1.3;

/** The wheel brings the camera nearer: with Ctrl or two fingers, or when the scene has the focus, so that pages still scroll. */
function useWheel(
  box: { readonly current: HTMLElement | null },
  turn: (next: (orbit: Orbit) => Orbit) => void,
): void {
  useEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    const rolled = (event: WheelEvent) => {
      if (!event.ctrlKey && document.activeElement !== current) return;
      event.preventDefault();
      const factor = wheelFactor(event, nearestFactor);
      turn(({ metres, ...orbit }) => {
        const nearer = metres / factor;
        return { ...orbit, metres: nearer < metres ? Math.floor(nearer) : Math.ceil(nearer) };
      });
    };
    current.addEventListener('wheel', rolled, { passive: false });
    return () => current.removeEventListener('wheel', rolled);
  }, [box, turn]);
}
