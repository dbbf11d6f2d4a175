import { durationRange, type Range } from '#lib/query-language/ranges.ts';
import { anyOf } from '#platform/lists/code-values.ts';
import { invalidValue, type Parse, parser, separate, single } from '#platform/lists/params.ts';
import { unlimiterVersions } from '../../model.ts';

/** Unlimiter versions: 0, also among others, is any of them or none, so it does not filter. */
export const unlimiterCodes: Parse<number[]> = (() => {
  const read = anyOf(['Any', ...unlimiterVersions]);
  return parser(read.schema, (name, values, site) => {
    const versions = read(name, values, site);
    return versions?.includes(0) ? undefined : versions;
  });
})();

/** A number without a unit is milliseconds; one of whole seconds is the whole second as the end of a range. */
const withUnit = (end: string): string => (/^\d{1,9}$/.test(end) ? `${Number(end) / 1000}s` : end);

/** A range of durations as in the search box. */
export const lengthRange: Parse<Range<number>> = parser({ type: 'string' }, (name, values) => {
  const typed = single(values);
  if (typed === undefined) return undefined;
  const text = typed.split('...').map(withUnit).join('...');
  const part = { text, isQuoted: false, isNegated: false, start: 0, end: text.length };
  const read = durationRange.read([part]);
  if (!read.ok) throw invalidValue(name, 'it must be a range such as 30s...1m30s, or in milliseconds');
  return read.value;
});

const maxUidLength = 60;

/** UIds of maps: letters, digits, underscores. */
export const uidList: Parse<string[]> = parser(
  { type: 'array', items: { type: 'string' } },
  (name, values) => {
    const given = separate(values);
    if (given.some((uid) => uid.includes('\0'))) throw invalidValue(name, 'a UId has no null characters');
    if (given.some((uid) => uid.length > maxUidLength))
      throw invalidValue(name, `a UId has at most ${maxUidLength} characters`);
    return given.length === 0 ? undefined : given;
  },
);
