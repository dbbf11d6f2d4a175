import { isDark } from '../RunColours.tsx';
import { sized } from '../use-canvas.ts';

interface Name {
  /** of the point below its middle, in pixels of the page */
  readonly x: number;
  readonly y: number;
  /** from the camera */
  readonly metres: number;
  readonly name: string;
  readonly colour: string;
}

interface Names {
  readonly width: number;
  readonly height: number;
  readonly names: readonly Name[];
}

const fontSize = 13;
const farMetres = 400;
const longest = 24;

/** Writes names over cars, the nearest on top. */
export function paintNames(canvas: HTMLCanvasElement, { width, height, names }: Names): void {
  const ratio = devicePixelRatio;
  const paint = sized(canvas, Math.round(width * ratio), height * ratio);
  if (!paint) return;
  paint.setTransform(ratio, 0, 0, ratio, 0, 0);
  paint.clearRect(0, 0, width, height);
  paint.font = `600 ${fontSize}px ${getComputedStyle(canvas).fontFamily}`;
  paint.textAlign = 'center';
  paint.textBaseline = 'middle';
  for (const { x, y, metres, name, colour } of [...names].sort((a, b) => b.metres - a.metres)) {
    const text = name.length > longest ? `${name.slice(0, longest - 1)}…` : name;
    const half = paint.measureText(text).width / 2 + 7;
    paint.globalAlpha = metres > farMetres ? 0.6 : 1;
    paint.fillStyle = colour;
    paint.beginPath();
    paint.roundRect(x - half, y - 22, 2 * half, 20, 5);
    paint.fill();
    paint.beginPath();
    paint.moveTo(x - 4, y - 2.5);
    paint.lineTo(x + 4, y - 2.5);
    paint.lineTo(x, y + 2);
    paint.fill();
    paint.fillStyle = isDark(colour) ? '#ffffff' : '#10131a';
    paint.fillText(text, x, y - 11.5);
  }
  paint.globalAlpha = 1;
}
