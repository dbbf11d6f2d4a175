import { type RefObject, useEffect, useState } from 'react';

/** The width of an element in pixels of the screen; changes with its size. */
export function usePixelWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = () => setWidth(Math.round(current.clientWidth * devicePixelRatio));
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Sets the size of a canvas in pixels of the screen, which clears it, and returns its context. */
export function sized(canvas: HTMLCanvasElement | null, width: number, height: number) {
  if (!canvas) return null;
  const rounded = Math.round(height);
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== rounded) canvas.height = rounded;
  return canvas.getContext('2d');
}

/** Counts up when the colours of the page change: by its own menu or with the system. */
export function useThemeChanges(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const changed = () => setChanges((count) => count + 1);
    const observer = new MutationObserver(changed);
    observer.observe(document.documentElement, { attributes: true });
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', changed);
    return () => {
      observer.disconnect();
      dark.removeEventListener('change', changed);
    };
  }, []);
  return changes;
}
