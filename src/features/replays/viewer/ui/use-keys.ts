import { type RefObject, useEffect, useRef } from 'react';
import { closest } from '#ui/dom.ts';
import { areLettersOff } from '#ui/stores/shortcuts.ts';
import { speeds } from '../../view-address.ts';
import type { Playback } from './playback.ts';

const stepMs = 1000;
const fineStepMs = 100;

/** What keys do in addition to playing. */
export interface KeyActs {
  zoom(by: 1 | -1): void;
  moveMap(right: -1 | 0 | 1, down: -1 | 0 | 1): void;
  followNext(): void;
  /** from the map to the scene and back */
  toggleSpace(): void;
  nextCamera(): void;
  fullScreen(): void;
}

/** The next slower or faster speed. */
function stepSpeed(speed: number, by: 1 | -1): number {
  const all: readonly number[] = speeds;
  const at = all.indexOf(speed);
  return speeds[Math.min(speeds.length - 1, Math.max(0, at + by))] ?? speed;
}

/** Controls that have keys of their own: fields, and for Space what the keyboard has reached. */
const fields = 'input:not([type="range"]), select, textarea, [contenteditable]';
const pressedBySpace = ':is(button, summary):focus-visible';
const interactive = 'input, select, textarea, button, a, summary, [contenteditable]';

/** The keys of the viewer, wherever the focus is within it, or on no control. `features/shortcuts` lists them. */
export function useKeys(viewer: RefObject<HTMLElement | null>, playback: Playback, acts: KeyActs): void {
  const current = useRef(acts);
  current.current = acts;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      const { target, key } = event;
      const isInside = viewer.current !== null && closest(target, '.rv', Element) === viewer.current;
      if (closest(target, isInside ? fields : interactive, Element)) return;
      if (key === ' ' && closest(target, pressedBySpace, Element)) return;
      if (!act(playback, current.current, event)) return;
      event.preventDefault();
    };
    let isSpaceTaken = false;
    const down = (event: KeyboardEvent) => {
      pressed(event);
      if (event.key === ' ') isSpaceTaken = event.defaultPrevented;
    };
    // some browsers press a button when Space is released
    const up = (event: KeyboardEvent) => {
      if (event.key === ' ' && isSpaceTaken) event.preventDefault();
    };
    document.addEventListener('keydown', down);
    document.addEventListener('keyup', up);
    return () => {
      document.removeEventListener('keydown', down);
      document.removeEventListener('keyup', up);
    };
  }, [viewer, playback]);
}

/** Letters that move the map, which lie like arrows: right and down. */
const moves: Readonly<Record<string, readonly [-1 | 0 | 1, -1 | 0 | 1]>> = {
  i: [0, -1],
  j: [-1, 0],
  k: [0, 1],
  l: [1, 0],
};

function act(playback: Playback, acts: KeyActs, { key, shiftKey }: KeyboardEvent): boolean {
  const step = shiftKey ? fineStepMs : stepMs;
  if (key === ' ') playback.toggle();
  else if (key === 'ArrowLeft') playback.seek(playback.timeMs - step);
  else if (key === 'ArrowRight') playback.seek(playback.timeMs + step);
  else if (areLettersOff()) return false;
  else if (key === '+' || key === '=') playback.setSpeed(stepSpeed(playback.speed, 1));
  else if (key === '-') playback.setSpeed(stepSpeed(playback.speed, -1));
  else if (key === 'z' || key === 'x') acts.zoom(key === 'z' ? 1 : -1);
  else if (moves[key]) acts.moveMap(...moves[key]);
  else if (key === 'c') acts.followNext();
  else if (key === 'm') acts.toggleSpace();
  else if (key === 'v') acts.nextCamera();
  else if (key === 'f') acts.fullScreen();
  else if (/^\d$/.test(key)) playback.seek((playback.endMs * Number(key)) / 10);
  else return false;
  return true;
}
