import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatTime } from '#lib/format/time.ts';
import type { Caption } from '../../space/caption.ts';
import { longestClipMs, type Stretch, stretchOf, usualStretch } from '../../space/clip-stretch.ts';
import type { Playback } from '../playback.ts';
import { Clip, clipEnding, kindHere } from './clip.ts';
import { save } from './save-picture.ts';
import type { Frame } from './stage.ts';

interface Props {
  playback: Playback;
  trackName: string;
  isReady: boolean;
  captionAt: (timeMs: number) => Caption;
  /** called after each frame of the scene */
  onFrame: RefObject<((frame: Frame) => void) | null>;
}

const notRecorded = 'This browser couldn’t record the clip.';
/** So that the encoder gets the last frame. */
const afterMs = 100;

/** Plays a stretch of the run and saves it as a video. Nothing where the browser records none. */
export function ClipTool({ playback, trackName, isReady, captionAt, onFrame }: Props) {
  const kind = kindHere();
  const [offered, setOffered] = useState<Stretch | null>(null);
  const [recorded, setRecorded] = useState<Stretch | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [first, last] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const current = useRef(captionAt);
  current.current = captionAt;
  useEffect(() => {
    if (recorded === null || kind === null) return undefined;
    const clip = new Clip(kind);
    const end = recordStretch(playback, recorded, onFrame, (frame) =>
      clip.add(frame, current.current(playback.timeMs)),
    );
    let isGone = false;
    end.then(
      async () => {
        const blob = await clip.finish();
        if (isGone) return;
        setRecorded(null);
        if (blob.size === 0) setProblem(notRecorded);
        else save(blob, fileName(trackName, recorded, kind));
      },
      () => {
        setRecorded(null);
        setProblem(notRecorded);
      },
    );
    return () => {
      isGone = true;
      playback.pause(); // which ends the recording
    };
  }, [recorded, kind, playback, trackName, onFrame]);
  if (kind === null) return null;
  const start = () => {
    if (recorded !== null) return;
    const [from = '', to = ''] = [first, last].map(({ current: field }) => field?.value);
    const stretch = stretchOf(from, to, playback.endMs, playback.speed);
    setProblem(typeof stretch === 'string' ? stretch : null);
    if (typeof stretch !== 'string') setRecorded(stretch);
  };
  const toggle = () => {
    setProblem(null);
    setOffered(offered ? null : usualStretch(playback.timeMs, playback.endMs));
  };
  return (
    <>
      <button
        type="button"
        className="btn"
        disabled={!isReady || recorded !== null}
        aria-expanded={offered !== null}
        onClick={toggle}
      >
        Clip
      </button>
      {offered && (
        <fieldset className="rv__clip" aria-label="Clip">
          <Seconds label="From" field={first} ms={offered.fromMs} enter={start} />
          <Seconds label="to" field={last} ms={offered.toMs} enter={start} />
          <span>s</span>
          {recorded === null ? (
            <button type="button" className="btn btn--main" onClick={start}>
              Record
            </button>
          ) : (
            <button key="stop" type="button" className="btn btn--main" onClick={() => playback.pause()}>
              Stop and save
            </button>
          )}
          <p role="status">{problem ?? (recorded && 'Recording what is played…')}</p>
        </fieldset>
      )}
    </>
  );
}

interface SecondsProps {
  label: string;
  field: RefObject<HTMLInputElement | null>;
  ms: number;
  /** called when the key is pressed */
  enter: () => void;
}

const Seconds = ({ label, field, ms, enter }: SecondsProps) => (
  <label>
    {label}{' '}
    <input
      ref={field}
      type="number"
      min={0}
      step={0.1}
      defaultValue={Math.round(ms / 100) / 10}
      aria-label={`${label} second`}
      onKeyDown={({ key }) => key === 'Enter' && enter()}
    />
  </label>
);

const fileName = (trackName: string, { fromMs }: Stretch, kind: string) =>
  `${trackName} ${formatTime(fromMs).replaceAll(':', '-')}.${clipEnding(kind)}`;

/**
 * Plays a stretch and passes on each of its frames. Resolves at its end, which is a pause, too, and rejects if a frame could not be
 * added.
 */
function recordStretch(
  playback: Playback,
  { fromMs, toMs }: Stretch,
  onFrame: Props['onFrame'],
  add: (frame: Frame) => void,
): Promise<void> {
  playback.pause();
  return new Promise((resolve, reject) => {
    const beganAt = performance.now();
    let isOver = false;
    let stop: (() => void) | null = null;
    const finish = (error?: unknown) => {
      if (isOver) return;
      isOver = true;
      stop?.();
      playback.pause();
      setTimeout(() => {
        onFrame.current = null;
        if (error === undefined) resolve();
        else reject(error);
      }, afterMs);
    };
    onFrame.current = (frame) => {
      try {
        add(frame);
      } catch (error) {
        finish(error);
      }
    };
    playback.seek(fromMs);
    playback.play();
    stop = playback.listen(() => {
      const isLong = performance.now() - beganAt > longestClipMs;
      if (!playback.isPlaying || playback.timeMs >= toMs || isLong) finish();
    });
    if (isOver) stop();
  });
}
