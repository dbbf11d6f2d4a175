import { useEffect, useRef, useState } from 'react';
import { formatTime } from '#lib/format/time.ts';
import { Icon } from '#ui/Icon.tsx';
import { speeds } from '../../view-address.ts';
import type { Playback } from './playback.ts';

interface Props {
  playback: Playback;
  endMs: number;
  /** shown until the first run is loaded */
  startMs: number;
}

const stepMs = 1000;

/** Play and pause, back and forward, the slider and the speed. The time is written into the page without rendering it. */
export function Transport({ playback, endMs, startMs }: Props) {
  const slider = useRef<HTMLInputElement>(null);
  const clock = useRef<HTMLOutputElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(playback.speed);
  useEffect(
    () =>
      playback.listen(() => {
        setPlaying(playback.isPlaying);
        setSpeed(playback.speed);
        const text = formatTime(Math.round(playback.timeMs));
        if (clock.current && clock.current.textContent !== text) clock.current.textContent = text;
        if (!slider.current) return;
        slider.current.value = String(Math.round(playback.timeMs));
        if (!playback.isPlaying) slider.current.setAttribute('aria-valuetext', text);
      }),
    [playback],
  );
  return (
    <div className="rv__transport js-only">
      <button
        type="button"
        className="btn btn--icon"
        onClick={() => playback.seek(playback.timeMs - stepMs)}
        aria-label="Back one second"
      >
        <Icon name="left" />
      </button>
      <button type="button" className="btn btn--main rv__play" onClick={() => playback.toggle()}>
        {isPlaying ? 'Pause' : 'Play'}
      </button>
      <button
        type="button"
        className="btn btn--icon"
        onClick={() => playback.seek(playback.timeMs + stepMs)}
        aria-label="Forward one second"
      >
        <Icon name="right" />
      </button>
      <input
        ref={slider}
        type="range"
        min={0}
        max={Math.max(1, endMs)}
        step={10}
        defaultValue={0}
        aria-label="Time"
        onInput={(event) => playback.seek(Number(event.currentTarget.value))}
      />
      <output ref={clock} className="rv__clock time n" aria-live="off">
        {formatTime(startMs)}
      </output>
      <label className="rv__speed">
        <span className="rv__word">Speed</span>
        <select value={speed} onChange={(event) => playback.setSpeed(Number(event.currentTarget.value))}>
          {speeds.map((each) => (
            <option key={each} value={each}>{`${each}×`}</option>
          ))}
        </select>
      </label>
    </div>
  );
}
