import { environmentById } from '#lib/codes/environment.ts';

/** How many drawings public/images/standins holds per environment number; the test beside this file counts them. */
export const standInCounts: Readonly<Record<number, number>> = { 1: 4, 2: 4, 3: 4, 4: 4, 5: 4, 6: 4, 7: 10 };

/**
 * The picture of a track that has none: one of the drawings of its environment, always the same for the same track.
 * An environment without drawings gets the empty road.
 */
export function standInPicture(trackId: number, environment: number): string {
  const name = environmentById(environment)?.name.toLowerCase();
  const count = standInCounts[environment] ?? 0;
  if (!name || count === 0) return '/images/no-image.svg';
  // within a run of `count` ids all differ, so that neighbours in a list do; each run begins elsewhere
  const place = trackId * 3 + scatter(Math.floor(trackId / count));
  return `/images/standins/${name}-${1 + (place % count)}.svg`;
}

/** Neighbouring numbers far apart: the finalizer of MurmurHash3. */
function scatter(id: number): number {
  let h = Math.imul(id ^ (id >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
