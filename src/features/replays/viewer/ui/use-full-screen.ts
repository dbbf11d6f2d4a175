import { type RefObject, useEffect, useState } from 'react';

/** Full screen for an element; null where the browser has none. */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [isOn, setOn] = useState(false);
  const [isPossible, setPossible] = useState(false);
  useEffect(() => {
    setPossible(document.fullscreenEnabled === true);
    const changed = () => setOn(document.fullscreenElement === element.current);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, [element]);
  if (!isPossible) return null;
  const toggle = () => {
    const turned = isOn ? document.exitFullscreen() : element.current?.requestFullscreen();
    turned?.catch(() => undefined); // the browser has refused: nothing changes
  };
  return { isOn, toggle };
}
