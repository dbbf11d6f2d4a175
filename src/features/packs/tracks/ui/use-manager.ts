import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { closest, find } from '#ui/dom.ts';
import { latinKey } from '#ui/latin-key.ts';
import type { PackEntry } from '../entries.ts';
import type { ManagerStore } from './manager-store.ts';
import { type NearRows, nearRows, positionAfterKey } from './steps.ts';

const pollMs = 5000;

/** Loads the list at once, then every five seconds while the page is visible. */
export function useRefresh(store: ManagerStore): void {
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') void store.refresh();
    };
    refresh();
    const timer = setInterval(refresh, pollMs);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [store]);
}

/** Asks before the page is left while steps are still to be sent. */
export function useUnsent(isUnsent: boolean): void {
  useEffect(() => {
    if (!isUnsent) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsent]);
}

/** Ctrl+Z, or Command+Z, outside of fields and dialogs. */
export function useUndoKey(store: ManagerStore): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (latinKey(event) !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      if (
        find(document, 'dialog:modal', Element) ||
        closest(event.target, 'input, textarea, [contenteditable]', Element)
      )
        return;
      event.preventDefault();
      store.undo(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [store]);
}

type Part = 'grip' | 'position' | 'status' | 'remove';

/**
 * Gives the focus back to a row that React has moved in the document, which takes the focus from it. Returns the row that has to be
 * rendered for it, wherever it is.
 */
export function useRowFocus(
  list: RefObject<HTMLElement | null>,
): [focusedId: number | null, focus: (trackId: number, part: Part) => void] {
  const [wanted, setWanted] = useState<{ readonly trackId: number; readonly part: Part } | null>(null);
  const isDone = useRef(true);
  useLayoutEffect(() => {
    if (isDone.current || !wanted) return;
    isDone.current = true;
    const selector = `[data-track="${wanted.trackId}"] [data-part="${wanted.part}"]`;
    const control = find(list.current, selector, HTMLElement);
    control?.focus({ preventScroll: true });
    control?.scrollIntoView({ block: 'nearest' });
  });
  const focus = (trackId: number, part: Part) => {
    isDone.current = false;
    setWanted({ trackId, part });
  };
  return [wanted?.trackId ?? null, focus];
}

const first: NearRows = [0, 60];

/** The rows on the screen and some around them, as the user scrolls. All rows are equally high. */
export function useNearRows(list: RefObject<HTMLElement | null>, count: number): NearRows {
  const [near, setNear] = useState(first);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another number of rows, others are on the screen
  useEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      if (!list.current) return;
      const { top, height } = list.current.getBoundingClientRect();
      const row = height / list.current.childElementCount;
      setNear((before) => nearRows(Math.floor(-top / row), Math.ceil((innerHeight - top) / row), before));
    };
    const later = () => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    addEventListener('scroll', later, { passive: true });
    addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', later);
      removeEventListener('resize', later);
    };
  }, [list, count]);
  return near;
}

/** A row that was picked up with the keyboard, and where it is now. */
export interface Lifted {
  readonly track: PackEntry;
  readonly position: number;
}

interface Lifting {
  readonly store: ManagerStore;
  readonly lifted: Lifted | null;
  readonly setLifted: (lifted: Lifted | null) => void;
  /** the number of approved tracks */
  readonly last: number;
  readonly focus: (trackId: number, part: Part) => void;
}

/** The keys of a handle: Space or Enter picks the row up and puts it down, arrows move it, Escape cancels. */
export function pressHandle(
  event: { readonly key: string; preventDefault(): void; stopPropagation(): void },
  track: PackEntry,
  { store, lifted, setLifted, last, focus }: Lifting,
): void {
  const { TrackId, TrackName: name, Position } = track;
  const isPress = event.key === ' ' || event.key === 'Enter';
  if (lifted?.track.TrackId !== TrackId) {
    if (!isPress || Position === null) return;
    event.preventDefault();
    store.hold();
    setLifted({ track, position: Position });
    store.say(
      `${name} picked up at position ${Position} of ${last}. Move it with the arrow keys, Page Up, Page Down, Home or End. Space puts it down, Escape cancels.`,
    );
    return;
  }
  const to = positionAfterKey(event.key, lifted.position, last);
  if (to === null && !isPress && event.key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
  focus(TrackId, 'grip');
  if (to !== null) {
    setLifted({ track, position: to });
    store.say(`${name}, position ${to} of ${last}.`);
    return;
  }
  setLifted(null);
  store.release();
  if (isPress) store.moveTo(track, name, lifted.position);
  else store.say(`Move cancelled. ${name} stays in place.`);
}
