import { type RefObject, useEffect, useRef } from 'react';
import { type Camera, type Place, pinched, wheelFactor } from '../camera.ts';
import type { MapFrame } from '../map-frame.ts';

/** Changes the camera. */
export type MoveCamera = (change: (camera: Camera) => Camera) => void;

/** A turn of the wheel enlarges by at most this factor. */
const longestTurn = 1.6;

/**
 * Zooms with the wheel while the map has the focus or Ctrl is held, and with two fingers; otherwise the page scrolls. What is under the
 * pointer or between the fingers stays there. Returns whether two fingers are on it.
 */
export function useMapGestures(
  box: RefObject<HTMLElement | null>,
  frame: MapFrame | null,
  move: MoveCamera,
): RefObject<boolean> {
  const isPinched = useRef(false);
  const current = useRef({ frame, move });
  current.current = { frame, move };
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const zoom = (factor: number, from: OnPage, to: OnPage) => {
      const { frame: size, move: change } = current.current;
      if (!size) return;
      const { left, top, width, height } = element.getBoundingClientRect();
      const placeOf = ({ clientX, clientY }: OnPage): Place => ({
        right: ((clientX - left - width / 2) * size.width) / width,
        down: ((clientY - top - height / 2) * size.width) / width,
      });
      change((camera) => pinched(camera, factor, placeOf(from), placeOf(to), size));
    };
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !element.contains(document.activeElement)) return;
      event.preventDefault();
      zoom(wheelFactor(event, longestTurn), event, event);
    };
    let last: Pinch | null = null;
    const touch = (event: TouchEvent) => {
      const now = pinchOf(event.touches);
      if (now) event.preventDefault();
      if (now && last) zoom(now.spread / last.spread, last, now);
      last = now;
      isPinched.current = now !== null;
    };
    // neither may be passive, as both keep the page from moving
    element.addEventListener('wheel', wheel, { passive: false });
    for (const name of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
      element.addEventListener(name, touch, { passive: false });
    return () => {
      element.removeEventListener('wheel', wheel);
      for (const name of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
        element.removeEventListener(name, touch);
    };
  }, [box]);
  return isPinched;
}

/** A point in the window. */
type OnPage = Pick<MouseEvent, 'clientX' | 'clientY'>;

/** The middle of two fingers and how far they are apart. */
interface Pinch extends OnPage {
  readonly spread: number;
}

function pinchOf(touches: TouchList): Pinch | null {
  const [one, other] = touches;
  if (!one || !other) return null;
  return {
    clientX: (one.clientX + other.clientX) / 2,
    clientY: (one.clientY + other.clientY) / 2,
    spread: Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)),
  };
}
