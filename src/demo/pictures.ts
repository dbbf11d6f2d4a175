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

const raster = (ctx: Ctx, picture: Rasterising): Promise<Uint8Array> =>
  ctx.pictures.take(senderOf(ctx), (tools) => tools.raster(picture));

/** An SVG of 256 × 256. */
function drawing(random: () => number, environment: EnvironmentName, mood: number): string {
  const { far, ground, road } = palettes[environment];
  const { top, low, light } = skies[mood] ?? skies[1];
  const bend = 40 + below(random, 176);
  const horizon = 96 + below(random, 40);
  const hills = Array.from({ length: 7 }, (_, i) => `L${i * 43} ${horizon - 8 - below(random, 50)}`).join('');
  const posts = Array.from({ length: 5 }, (_, i) => {
    const [x, height] = [18 + below(random, 220), 14 + i * 9];
    const foot = horizon + i * 26;
    return `<path d="M${x} ${foot}v${-height}h${6 + i * 3}v${height}z" fill="${i % 2 ? '#d8432f' : '#f2f2f2'}"/>`;
  }).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">
    <linearGradient id="s" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${low}"/></linearGradient>
    <rect width="256" height="${horizon + 2}" fill="url(#s)"/>
    <path d="M0 ${horizon}${hills}L256 ${horizon}z" fill="${far}"/>
    <rect y="${horizon}" width="256" height="${256 - horizon}" fill="${ground}"/>
    <path d="M${bend - 3} ${horizon}Q${256 - bend} ${horizon + 50} 20 256H236Q${270 - bend} ${horizon + 60} ${bend + 3} ${horizon}z" fill="${road}"/>
    <path d="M${bend} ${horizon}Q${262 - bend} ${horizon + 55} 128 256" fill="none" stroke="#fff" stroke-width="3" stroke-dasharray="14 12" opacity=".8"/>
    ${posts}
    <rect width="256" height="256" fill="#050a1e" opacity="${1 - light}"/>
  </svg>`;
}
