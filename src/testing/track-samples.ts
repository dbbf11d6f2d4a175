import type { Sample } from '#features/tracks/list/server/filter-kinds.ts';
import {
  type TrackFilterName,
  trackFilterNames,
  trackFilters,
} from '#features/tracks/list/server/filters.ts';
import type { Chooser } from './chooser.ts';

/** Random values that the rows of a test have, as parameters. */
export type SampleSources = Readonly<Record<Extract<Sample, string>, () => string>>;

/** A random value for every filter of tracks, as each declares it. */
export function trackSamples(
  sources: SampleSources,
  { below, oneOf }: Chooser,
): Readonly<Record<TrackFilterName, () => string>> {
  const sampleValue = (sample: Sample): string => {
    if (typeof sample === 'string') return sources[sample]();
    if (!('codesBelow' in sample)) return oneOf(sample);
    return Array.from({ length: 1 + below(2) }, () => below(sample.codesBelow)).join(',');
  };
  return Object.fromEntries(
    trackFilterNames.map((name) => [name, () => sampleValue(trackFilters[name].sample)] as const),
  ) as Record<TrackFilterName, () => string>; // one for each name
}
