import { nameHeight, spreadNames } from '../../space/spread-names.ts';
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
  /** the most important first: of names that would cover each other, the last ones are raised or left out */
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
  const written = names.map((name) => {
    const text = name.name.length > longest ? `${name.name.slice(0, longest - 1)}…` : name.name;
    return { ...name, text, width: paint.measureText(text).width + 14 };
  });
  const raised = spreadNames(written);
  const shown = written.flatMap((name, at) => {
    const up = raised[at] ?? null;
    return up === null ? [] : [{ ...name, up }];
  });
  for (const { x, y, up, metres, text, width: wide, colour } of shown.sort((a, b) => b.metres - a.metres)) {
    paint.globalAlpha = metres > farMetres ? 0.6 : 1;
    paint.fillStyle = colour;
    const top = y - 22 - up;
    paint.beginPath();
    paint.roundRect(x - wide / 2, top, wide, nameHeight, 5);
    paint.fill();
    if (up === 0) {
      paint.beginPath();
      paint.moveTo(x - 4, y - 2.5);
      paint.lineTo(x + 4, y - 2.5);
      paint.lineTo(x, y + 2);
      paint.fill();
    }
    paint.fillStyle = isDark(colour) ? '#ffffff' : '#10131a';
    paint.fillText(text, x, top + 10.5);
  }
  paint.globalAlpha = 1;
}
