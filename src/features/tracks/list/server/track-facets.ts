import type { Condition } from '#platform/row-index/conditions.ts';
import {
  type CodeListName,
  type CodeName,
  type ConditionName,
  codeLists,
  codes,
  conditions,
} from './properties.ts';

export type FacetKind = CodeName | CodeListName | 'condition';

/** A facet is a kind and an integer, combined to one integer. */
const kinds: readonly string[] = [...Object.keys(codes), ...Object.keys(codeLists), 'condition'];
const conditionNames = Object.keys(conditions);

/** Room for 268 million users. Up to sixteen kinds stay below 2^32. */
const span = 2 ** 28;

export function facetOf(kind: string, value: number): number {
  if (value < 0 || value >= span)
    throw new RangeError(`${kind} ${value} is beyond what the index can store.`);
  return kinds.indexOf(kind) * span + value;
}

/** The facets of the conditions whose bits are set, in the order of their declaration. */
export const conditionFacets = (bits: number): number[] =>
  conditionNames.flatMap((_, bit) => ((bits & (1 << bit)) === 0 ? [] : facetOf('condition', bit)));

/** Tracks with this value. Values may come from a request: no track has one that is too large. */
export const withCode = (kind: FacetKind, value: number): Condition =>
  value < span ? { facet: facetOf(kind, value) } : { ids: [] };
export const withAnyCode = (kind: FacetKind, values: readonly number[]): Condition[] =>
  values.map((value) => withCode(kind, value));

/** Tracks that meet a condition. */
export const holding = (name: ConditionName): Condition => ({
  facet: facetOf('condition', conditionNames.indexOf(name)),
});

/** Returns the value of the one facet of this kind that a row has. */
export function facetValue(rowFacets: readonly number[], kind: CodeName): number | undefined {
  const start = facetOf(kind, 0);
  const found = rowFacets.find((one) => one >= start && one < start + span);
  return found === undefined ? undefined : found - start;
}
