import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { find } from '../dom.ts';

const subscribeToNothing = () => () => {};

/**
 * Keeps what is in a server-rendered text field before it is hydrated: typed text, or text that the browser restored after Back.
 * React writes the default text over it during hydration, so it is read just before and written back just after.
 */
export function useEarlyText(id: string, field: RefObject<HTMLTextAreaElement | null>): void {
  const isHydrating = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => typeof document !== 'undefined',
  );
  const [early] = useState(() => (isHydrating ? earlyTextOf(id) : null));
  useLayoutEffect(() => {
    const area = field.current;
    if (!area || !early || area.value === early.text) return;
    area.value = early.text;
    area.setSelectionRange(early.from, early.to);
  }, [early, field]);
}

interface EarlyText {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}
/** React may start the hydration several times, and writes the default text each time. */
const earlyTexts = new WeakMap<HTMLTextAreaElement, EarlyText>();

function earlyTextOf(id: string): EarlyText | null {
  const area = find(document, `#${CSS.escape(id)}`, HTMLTextAreaElement);
  if (!area) return null;
  if (area.value !== area.defaultValue)
    earlyTexts.set(area, { text: area.value, from: area.selectionStart, to: area.selectionEnd });
  return earlyTexts.get(area) ?? null;
}
