import type { Condition } from './row-index.ts';

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

const span = 2 ** 31;

export const facetOf = (kind: FacetKind, value: number): number => kinds.indexOf(kind) * span + value;
export const flagFacet = (flag: TrackFlag): number => facetOf('flag', trackFlags.indexOf(flag));

export const facet = (kind: FacetKind, value: number): Condition => ({ facet: facetOf(kind, value) });
export const facets = (kind: FacetKind, values: readonly number[]): Condition[] =>
  values.map((value) => facet(kind, value));
export const flagged = (flag: TrackFlag): Condition => ({ facet: flagFacet(flag) });

/** The value of the one facet of this kind that a row has. */
export function facetValue(rowFacets: readonly number[], kind: FacetKind): number | undefined {
  const start = facetOf(kind, 0);
  const found = rowFacets.find((one) => one >= start && one < start + span);
  return found === undefined ? undefined : found - start;
}
