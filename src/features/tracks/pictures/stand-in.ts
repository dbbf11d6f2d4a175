import { environmentById } from '#lib/codes/environment.ts';

/** Number of drawings in public/images/standins per environment; the test next to this file counts them. */
export const standInCounts: Readonly<Record<number, number>> = { 1: 4, 2: 4, 3: 4, 4: 4, 5: 4, 6: 4, 7: 10 };

/**
 * The placeholder for a track without pictures: one of the drawings of its environment, always the same for the same track.
 * For an environment without drawings it is the empty road.
 */
export function standInPicture(trackId: number, environment: number): string {
  const name = environmentById(environment)?.name.toLowerCase();
  const count = standInCounts[environment] ?? 0;
  if (!name || count === 0) return '/images/no-image.svg';
  // within `count` consecutive ids all differ, so that neighbours in a list do; each group starts elsewhere
  const place = trackId * 3 + scatter(Math.floor(trackId / count));
  return `/images/standins/${name}-${1 + (place % count)}.svg`;
}

/** Spreads consecutive numbers: the finalizer of MurmurHash3. */
function scatter(id: number): number {
  let h = Math.imul(id ^ (id >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
