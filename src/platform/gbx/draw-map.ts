import { drawMap } from '#lib/drawing/map-drawing.ts';
import { readChallenge } from '#lib/gbx/read/challenge.ts';
import type { Refusal } from '#lib/gbx/read/refusal.ts';

/** A track seen from above, as SVG; `refusal` is null where the file is fine and there is nothing to draw. */
export type DrawnMap =
  | { readonly ok: true; readonly svg: string }
  | { readonly ok: false; readonly refusal: Refusal | null };

/** Reads a track and draws its map in one go: its blocks, which may be many, never leave the thread. */
export function drawTrack(bytes: Uint8Array): DrawnMap {
  const read = readChallenge(bytes);
  if (!read.ok) return { ok: false, refusal: read.refusal };
  const { blocks, environment } = read.challenge;
  const svg = drawMap(blocks, environment);
  return svg === null ? { ok: false, refusal: null } : { ok: true, svg };
}
