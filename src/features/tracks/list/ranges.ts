import { dateRange, durationRange, wholeRange } from '#lib/query-language/ranges.ts';
import { rangeKey, wholeDay } from '#lib/query-language/search.ts';

/** A range by which tracks can be found. */
export interface TrackRange {
  /** the order whose key is limited (server/orders.ts) */
  readonly order: 'uploaded' | 'updated' | 'length' | 'value' | 'awards' | 'comments' | 'downloads';
  /** for the API document */
  readonly about: string;
  readonly unit: 'count' | 'milliseconds' | 'instant';
  /** parameters of GET /api/tracks, both inclusive */
  readonly params: readonly [min: string, max: string];
  /** further parameters with the same meaning */
  readonly otherParams?: readonly [min: string, max: string];
}

/** A range that is also a key of the search box. */
interface SearchRange extends TrackRange {
  /** of the row in the filter window */
  readonly label: string;
  /** shown in the fields of the filter window */
  readonly examples: readonly [min: string, max: string];
  readonly aliases?: readonly string[];
}

/**
 * The ranges by which tracks can be found, by key of the search box. Each entry defines two parameters of GET /api/tracks (in SQL
 * and in the index), their part of the API document, the key of the search box, the row of the filter window, and samples for the
 * tests.
 */
export const trackRanges = {
  length: {
    order: 'length',
    about: 'author time',
    label: 'Author time',
    unit: 'milliseconds',
    params: ['authortimemin', 'authortimemax'],
    otherParams: ['lengthmin', 'lengthmax'],
    examples: ['30s', '1m30s'],
    aliases: ['authortime'],
  },
  uploaded: {
    order: 'uploaded',
    about: 'uploaded',
    label: 'Uploaded',
    unit: 'instant',
    params: ['uploadedafter', 'uploadedbefore'],
    examples: ['2010-01-01', '2010-12-31'],
  },
  value: {
    order: 'value',
    about: 'track value',
    label: 'Track value',
    unit: 'count',
    params: ['valuemin', 'valuemax'],
    examples: ['100', '5000'],
  },
  awards: {
    order: 'awards',
    about: 'awards',
    label: 'Awards',
    unit: 'count',
    params: ['awardsmin', 'awardsmax'],
    examples: ['1', '10'],
  },
} as const satisfies Readonly<Record<string, SearchRange>>;

/** Ranges of programs that follow the site: they have no key in the search box. */
export const followedRanges = {
  updated: {
    order: 'updated',
    about: 'updated',
    unit: 'instant',
    params: ['updatedafter', 'updatedbefore'],
  },
} as const satisfies Readonly<Record<string, TrackRange>>;

type Ranges = typeof trackRanges;

/** Converts the API's milliseconds to a duration of the search box: `30000` is `30s`. */
const asDuration = (ms: string) =>
  /^\d{1,10}$/.test(ms) ? durationRange.print({ min: Number(ms), max: null }).replace('...', '') : ms;

const keyOf = {
  count: ({ label, params, examples, aliases = [] }: SearchRange) =>
    rangeKey(label, wholeRange, params, { examples, aliases }),
  milliseconds: ({ label, params, otherParams, examples, aliases = [] }: SearchRange) =>
    rangeKey(label, durationRange, params, {
      examples,
      aliases,
      instead: Object.fromEntries(
        (otherParams ?? []).map((param, end) => [
          param,
          (ms: string) => (end === 0 ? `${asDuration(ms)}...` : `...${asDuration(ms)}`),
        ]),
      ),
      type: asDuration,
    }),
  instant: ({ label, params, examples, aliases = [] }: SearchRange) =>
    rangeKey(label, dateRange, params, { examples, aliases, write: wholeDay }),
};

type RangeKeys = { readonly [Name in keyof Ranges]: ReturnType<(typeof keyOf)[Ranges[Name]['unit']]> };

/** The ranges as keys of the search box. */
export const trackRangeKeys = Object.fromEntries(
  Object.entries<SearchRange>(trackRanges).map(([name, range]) => [name, keyOf[range.unit](range)]),
) as unknown as RangeKeys; // one key for each entry, of its unit
