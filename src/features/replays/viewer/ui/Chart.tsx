import { type ReactNode, useEffect, useRef } from 'react';
import { cursorOn } from './paint-cursor.ts';
import type { Playback } from './playback.ts';
import { type Colours, coloursIn, RunColours } from './RunColours.tsx';
import { sized, usePixelWidth, useThemeChanges } from './use-canvas.ts';

/** What a chart is painted with: sizes in pixels of the page. */
export interface ChartPaint {
  readonly paint: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  readonly colours: Colours;
}

interface Props {
  title: ReactNode;
  /** names what is painted, for those who cannot see it */
  label: string;
  height: number;
  playback: Playback;
  /** paints all but the cursor; a new function paints again */
  draw: (chart: ChartPaint) => void;
  /** where a time is, from 0 to 1 */
  shareAt: (timeMs: number) => number;
  /** the time at a share, for clicks */
  timeAt: (share: number) => number;
}

/** Curves under the common cursor. A click moves it; the slider above does the same by keyboard. */
export function Chart({ title, label, height, playback, draw, shareAt, timeAt }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const curves = useRef<HTMLCanvasElement>(null);
  const cursor = useRef<HTMLCanvasElement>(null);
  const pixels = usePixelWidth(box);
  const theme = useThemeChanges();
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read again when the theme changes
  useEffect(() => {
    if (pixels === 0) return undefined;
    const ratio = devicePixelRatio;
    const width = pixels / ratio;
    const colours = coloursIn(box.current);
    const paint = sized(curves.current, pixels, height * ratio);
    const above = sized(cursor.current, pixels, height * ratio);
    if (!paint || !above) return undefined;
    paint.setTransform(ratio, 0, 0, ratio, 0, 0);
    paint.clearRect(0, 0, width, height);
    draw({ paint, width, height, colours });
    const moveCursor = cursorOn(above, pixels, height * ratio, colours.ink, Math.max(1, Math.round(ratio)));
    return playback.listen(() => moveCursor(Math.round(shareAt(playback.timeMs) * (pixels - 1))));
  }, [draw, shareAt, playback, pixels, height, theme]);
  return (
    <figure className="rv__chart">
      <figcaption>{title}</figcaption>
      <div
        ref={box}
        className="rv__plot"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          playback.seek(timeAt(shareOf(event)));
        }}
        onPointerMove={(event) => event.buttons === 1 && playback.seek(timeAt(shareOf(event)))}
      >
        <RunColours />
        <canvas ref={curves} role="img" aria-label={label} className={`rv__canvas rv__canvas--${height}`} />
        <canvas ref={cursor} className={`rv__canvas rv__canvas--${height}`} />
      </div>
    </figure>
  );
}

function shareOf({ currentTarget, clientX }: React.PointerEvent<HTMLElement>): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.min(1, Math.max(0, (clientX - left) / width));
}
