import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { drawFromAbove } from '#lib/drawing/above/map-from-above.ts';
import { drawMap } from '#lib/drawing/map-drawing.ts';
import { drawOblique, type PictureKind } from '#lib/drawing/oblique/oblique-drawing.ts';
import type { View } from '#lib/drawing/oblique/view.ts';
import { writeSolid } from '#lib/drawing/solid/solid-file.ts';
import { solidOf } from '#lib/drawing/solid/track-solid.ts';
import { aboutTrack } from '#lib/drawing/space/about-track.ts';
import { fitOf } from '#lib/drawing/space/fit.ts';
import type { Fit } from '#lib/drawing/space/fitted.ts';
import { parseShapes } from '#lib/drawing/space/shape.ts';
import { spaceOf } from '#lib/drawing/space/track-space.ts';
import { readChallenge } from '#lib/gbx/read/challenge.ts';
import type { Refusal } from '#lib/gbx/read/refusal.ts';
import { readReplay } from '#lib/gbx/read/replay.ts';
import type { Point } from './gates.ts';
import { lineOf } from './ghost-line.ts';
import { placeAt } from './line-gates.ts';
import { wheelContacts } from './wheel-contacts.ts';

/** The drawings of a track as SVG. */
interface Drawings {
  /** seen from above, for the map under replays */
  readonly map: string;
  /** in an oblique view, for the top of a page */
  readonly hero: string;
  /** the same for lists */
  readonly tile: string;
  /** what they show, in words; null where only the map was drawn */
  readonly about: string | null;
  /** where points of the track are in the hero; null if that is the map */
  readonly view: View | null;
  /** what the run says about the heights of the roads */
  readonly fit: Fit;
}

/** The drawings of a track; `refusal` is null where the file is fine and there is nothing to draw. */
export type DrawnTrack =
  | { readonly ok: true; readonly drawings: Drawings }
  | { readonly ok: false; readonly refusal: Refusal | null };

const shapes = parseShapes(
  readFileSync(new URL('../../lib/drawing/space/block-shapes.tsv', import.meta.url), 'utf8'),
);

/** Bytes of a compressed drawing; details are left out beyond. */
const maxBytes: Readonly<Record<PictureKind, number>> = { hero: 60_000, tile: 8192 };

const compressedBytes = (svg: string): number => gzipSync(svg).length;

/**
 * Reads a track and draws it in one go: its blocks, which may be many, never leave the thread. `replay`: the file whose run numbers its
 * checkpoints and fits the roads; without bytes if there is none.
 */
export function drawTrack(bytes: Uint8Array, replay: Uint8Array = new Uint8Array()): DrawnTrack {
  const read = readChallenge(bytes);
  if (!read.ok) return { ok: false, refusal: read.refusal };
  const { blocks, environment, size } = read.challenge;
  const flat = drawMap(blocks, environment);
  if (flat === null) return { ok: false, refusal: null };
  const plain = spaceOf({ blocks, environment, size }, shapes, true);
  const fit = plain && replay.length > 0 ? fitOf(plain, wheelContacts(replay, environment)) : [];
  const track = { blocks, environment, size, fit };
  // a track with more blocks than can be drawn in space keeps its flat map
  const map = drawFromAbove(track, shapes) ?? flat;
  const passes = replay.length === 0 ? [] : passesOf(replay);
  const oblique = (kind: PictureKind) =>
    drawOblique(track, shapes, kind, { bytes: maxBytes[kind], bytesOf: compressedBytes }, passes);
  const [hero, tile] = [oblique('hero'), oblique('tile')];
  const about = plain && aboutTrack(plain);
  return {
    ok: true,
    drawings: { map, hero: hero?.svg ?? map, tile: tile?.svg ?? map, about, view: hero?.view ?? null, fit },
  };
}

/** A track as triangles, compressed with gzip; null where the file is fine and nothing is driven, or too much for a real track. */
export type SolidFile =
  | { readonly ok: true; readonly bytes: Uint8Array | null }
  | { readonly ok: false; readonly refusal: Refusal };

/** Reads a track and builds its solid, with a fit that `drawTrack` found. */
export function trackSolid(bytes: Uint8Array, fit: Fit = []): SolidFile {
  const read = readChallenge(bytes);
  if (!read.ok) return read;
  const { blocks, environment, size, mood } = read.challenge;
  const solid = solidOf({ blocks, environment, size, fit }, shapes);
  return { ok: true, bytes: solid && gzipSync(writeSolid(solid, mood)) };
}

/** Where the first run of a replay was at its checkpoint times, in metres; none if the file cannot be read or has no movement. */
function passesOf(replay: Uint8Array): Point[] {
  const read = readReplay(replay);
  const [ghost] = read.ok ? read.replay.ghosts : [];
  const line = ghost?.record && lineOf(ghost.record);
  if (!ghost || !line) return [];
  return ghost.checkpoints.flatMap(({ timeMs }) => {
    const place = timeMs === null ? null : placeAt(line, timeMs);
    return place ? [place] : [];
  });
}
