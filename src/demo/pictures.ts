import type { EnvironmentName } from '#lib/codes/environment.ts';
import { below } from '#lib/gbx/tools/random.ts';
import type { Ctx } from '#platform/context.ts';
import { senderOf } from '#platform/lanes/sender.ts';
import type { Rasterising } from '#platform/pictures/tools.ts';

interface Palette {
  readonly far: string;
  readonly ground: string;
  readonly road: string;
}

const palettes: Record<EnvironmentName, Palette> = {
  Snow: { far: '#7d93ad', ground: '#e6eef5', road: '#9a7b57' },
  Desert: { far: '#a4532c', ground: '#d99a58', road: '#6e6259' },
  Rally: { far: '#4f7238', ground: '#8aa64b', road: '#b89368' },
  Island: { far: '#2f8c83', ground: '#e9d29a', road: '#d8d5cc' },
  Coast: { far: '#75824e', ground: '#c9b071', road: '#8b8a86' },
  Bay: { far: '#5c6d83', ground: '#97a3a8', road: '#575c63' },
  Stadium: { far: '#39424e', ground: '#5f9440', road: '#6b7076' },
};
/** Colours of the sky at the top and at the horizon, and the light on the ground; by mood. */
const skies = [
  { top: '#6c86b8', low: '#f6c9a1', light: 0.85 },
  { top: '#4a90d9', low: '#cfe6f7', light: 1 },
  { top: '#4b3a73', low: '#f08a4b', light: 0.75 },
  { top: '#0b1026', low: '#26355e', light: 0.4 },
] as const;

/** A picture of a road running to the horizon, as stored in a game file: a JPEG of 256 × 256, upside down. */
export const thumbnail = (
  ctx: Ctx,
  random: () => number,
  environment: EnvironmentName,
  mood: number,
): Promise<Uint8Array> =>
  raster(ctx, {
    svg: drawing(random, environment, mood),
    density: 72,
    size: null,
    isFlipped: true,
    format: { jpegQuality: 72 },
  });

/** The same as the picture of a pack, wide and in the evening: a PNG of 640 × 400. */
export const packPicture = (
  ctx: Ctx,
  random: () => number,
  environment: EnvironmentName,
): Promise<Uint8Array> =>
  raster(ctx, {
    svg: drawing(random, environment, 2),
    density: 180,
    size: { width: 640, height: 400 },
    format: 'png',
  });

/** The same as the picture of a video: a JPEG of 480 × 270. */
export const videoPicture = (
  ctx: Ctx,
  random: () => number,
  environment: EnvironmentName,
  mood: number,
): Promise<Uint8Array> =>
  raster(ctx, {
    svg: drawing(random, environment, mood),
    density: 140,
    size: { width: 480, height: 270 },
    format: { jpegQuality: 80 },
  });

/** What a screenshot shows: the road ahead, a gate across it, or a car in the air. */
export type View = 'road' | 'gate' | 'jump';

/** A screenshot of a place at a time of day: a PNG of 640 × 400. */
export const screenshot = (
  ctx: Ctx,
  random: () => number,
  { environment, mood, view }: { environment: EnvironmentName; mood: number; view: View },
): Promise<Uint8Array> =>
  raster(ctx, {
    svg: drawing(random, environment, mood, view),
    density: 180,
    size: { width: 640, height: 400 },
    format: 'png',
  });

const raster = (ctx: Ctx, picture: Rasterising): Promise<Uint8Array> =>
  ctx.pictures.take(senderOf(ctx), (tools) => tools.raster(picture));

/** Drawn once, standing on (0, 0), about 40 high. */
const things: Readonly<Record<EnvironmentName, string>> = {
  Snow: '<path d="M-3 0h6v-8h12L0-44-15-8h12z" fill="#2f5a45"/><path d="M-9-20L0-44 9-20z" fill="#eef4f8"/>',
  Desert: '<path d="M-4 0v-36a4 4 0 018 0v14h5v-8a3 3 0 016 0v14H4V0z" fill="#5b7a3a"/>',
  Rally: '<path d="M-3 0h6v-14h-6z" fill="#6b4b2e"/><circle cy="-26" r="16" fill="#4f8a3a"/>',
  Island:
    '<path d="M-2 0q6-20 2-34l4 1q4 16-1 33z" fill="#8a6a42"/><path d="M2-34q-18-10-24 4 12-6 24-4 16-12 24 6-12-8-24-6z" fill="#2f8a4a"/>',
  Coast:
    '<path d="M-4 0q-4-30 4-44 8 14 4 44z" fill="#3c5a34"/><path d="M12 0v-16h18V0z" fill="#e8d2b0"/><path d="M10-16l11-8 11 8z" fill="#b5533c"/>',
  Bay: '<path d="M-10 0v-60h18V0zM10 0v-38h14V0z" fill="#6f8399"/><path d="M-6-54h3v6h-3zm7 0h3v6h-3zm-7 14h3v6h-3zm20 8h3v6h-3z" fill="#f5e3a0"/>',
  Stadium: '<path d="M-1 0h2v-52h-2z" fill="#8a919a"/><path d="M-10-60h20v9h-20z" fill="#f4f6f8"/>',
};

/** A road between the things of its environment, as an SVG of 256 × 256. */
function drawing(
  random: () => number,
  environment: EnvironmentName,
  mood: number,
  view: View = 'road',
): string {
  const { far, ground, road } = palettes[environment];
  const { top, low, light } = skies[mood] ?? skies[1];
  const bend = 40 + below(random, 176);
  const horizon = 96 + below(random, 40);
  const hills = Array.from({ length: 7 }, (_, i) => `L${i * 43} ${horizon - 8 - below(random, 50)}`).join('');
  const scenery = Array.from({ length: 9 }, (_, i) => {
    const size = 0.45 + i * 0.14;
    const aside = 50 + below(random, 70) + i * 9;
    const x = 128 + (i % 2 ? aside : -aside);
    return `<g transform="translate(${x} ${horizon + 3 + i * 9}) scale(${size.toFixed(2)})">${things[environment]}</g>`;
  }).join('');
  const colour = ['#d8432f', '#2f6fd8', '#f0b429', '#f2f2f2', '#2fa36b'][below(random, 5)];
  const car = (x: number, y: number, tilt: number) =>
    `<ellipse cx="${x}" cy="206" rx="26" ry="5" opacity=".35"/><g transform="translate(${x} ${y}) rotate(${tilt})">
      <path d="M-24 0v-12l8-2 5-10h22l5 10 8 2V0z" fill="${colour}"/><path d="M-9-14l3-7H6l3 7z" fill="#1d2733"/>
      <path d="M-24-2h10v7h-10zm38 0h10v7H14z" fill="#16181c"/></g>`;
  const gate = `<path d="M40 196v-92h176v92h-8v-76H48v76z" fill="#d9dee4"/><path d="M48 108h160v10H48z" fill="#2f6fd8"/>`;
  const shown = { road: car(122, 204, 0), gate: gate + car(132, 204, 0), jump: car(128, 150, -9) }[view];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">
    <linearGradient id="s" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${low}"/></linearGradient>
    <rect width="256" height="${horizon + 2}" fill="url(#s)"/>
    <path d="M0 ${horizon}${hills}L256 ${horizon}z" fill="${far}"/>
    <rect y="${horizon}" width="256" height="${256 - horizon}" fill="${ground}"/>
    <path d="M${bend - 3} ${horizon}Q${256 - bend} ${horizon + 50} 20 256H236Q${270 - bend} ${horizon + 60} ${bend + 3} ${horizon}z" fill="${road}"/>
    <path d="M${bend} ${horizon}Q${262 - bend} ${horizon + 55} 128 256" fill="none" stroke="#fff" stroke-width="3" stroke-dasharray="14 12" opacity=".8"/>
    ${scenery}
    ${shown}
    <rect width="256" height="256" fill="#050a1e" opacity="${1 - light}"/>
  </svg>`;
}
