import type { Condition } from '#platform/row-index/conditions.ts';

/** The countable properties of a track: a kind and a whole number each, as one number. */
const kinds = [
  'environment',
  'car',
  'mood',
  'difficulty',
  'routes',
  'primaryType',
  'replayType',
  'unlimiter',
  'tag',
  'flag',
  'author',
  'invited',
  'uploader',
] as const;
export type FacetKind = (typeof kinds)[number];

/** Yes-or-no properties, by their bit in what trackRows reads. */
export const trackFlags = [
  'open',
  'beta',
  'collaborative',
  'authorTimeBeaten',
  'record',
  'envmix',
  'screenshot',
  'unlimiter',
  'latest',
  'latestAwarded',
] as const;
export type TrackFlag = (typeof trackFlags)[number];

/** room for 268 million people; thirteen kinds of them stay below 2^32 */
const span = 2 ** 28;

export function facetOf(kind: FacetKind, value: number): number {
  if (value < 0 || value >= span) throw new RangeError(`${kind} ${value} is beyond what the index holds.`);
  return kinds.indexOf(kind) * span + value;
}
export const flagFacet = (flag: TrackFlag): number => facetOf('flag', trackFlags.indexOf(flag));

/** Asked for may be any number: beyond the index's there is no row. */
export const facet = (kind: FacetKind, value: number): Condition =>
  value < span ? { facet: facetOf(kind, value) } : { ids: [] };
export const facets = (kind: FacetKind, values: readonly number[]): Condition[] =>
  values.map((value) => facet(kind, value));
export const flagged = (flag: TrackFlag): Condition => ({ facet: flagFacet(flag) });

/** The value of the one facet of this kind that a row has. */
export function facetValue(rowFacets: readonly number[], kind: FacetKind): number | undefined {
  const start = facetOf(kind, 0);
  const found = rowFacets.find((one) => one >= start && one < start + span);
  return found === undefined ? undefined : found - start;
}
