import { useEffect } from 'react';
import { closest } from '#ui/dom.ts';
import { areLettersOff } from '#ui/stores/shortcuts.ts';
import { speeds } from '../../view-address.ts';
import type { Playback } from './playback.ts';

const interactive = 'input, select, textarea, button, a, summary, [contenteditable]';
const stepMs = 1000;
const fineStepMs = 100;

/** The next slower or faster speed. */
function stepSpeed(speed: number, by: 1 | -1): number {
  const all: readonly number[] = speeds;
  const at = all.indexOf(speed);
  return speeds[Math.min(speeds.length - 1, Math.max(0, at + by))] ?? speed;
}

/** Space plays and pauses, arrows move by a second (with Shift by a tenth), + and − change the speed, digits jump to tenths. */
export function useKeys(playback: Playback): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      // a focused control keeps its own keys
      if (closest(event.target, interactive, Element)) return;
      if (!act(playback, event)) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [playback]);
}

function act(playback: Playback, { key, shiftKey }: KeyboardEvent): boolean {
  const step = shiftKey ? fineStepMs : stepMs;
  if (key === ' ') playback.toggle();
  else if (key === 'ArrowLeft') playback.seek(playback.timeMs - step);
  else if (key === 'ArrowRight') playback.seek(playback.timeMs + step);
  else if (areLettersOff()) return false;
  else if (key === '+' || key === '=') playback.setSpeed(stepSpeed(playback.speed, 1));
  else if (key === '-') playback.setSpeed(stepSpeed(playback.speed, -1));
  else if (/^\d$/.test(key)) playback.seek((playback.endMs * Number(key)) / 10);
  else return false;
  return true;
}
