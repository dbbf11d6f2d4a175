import { hourMs, minuteMs } from '#lib/codes/durations.ts';
import { largestInteger } from '#lib/codes/ids.ts';
import type { Kind } from './keys.ts';

/** A range that includes both ends; null is open. At least one end is set. */
export interface Range<Bound> {
  readonly min: Bound | null;
  readonly max: Bound | null;
}

/** How the two ends of a range are read and written: an upper end in whole seconds, for example, includes its whole second. */
interface BoundStyle<Bound> {
  readMin(text: string): Bound | null;
  readMax(text: string): Bound | null;
  printMin(bound: Bound): string;
  printMax(bound: Bound): string;
}

/** `a...b`, `a...`, `...b`, or `a` alone for just that value. Ends in the wrong order are a fault. */
function range<Bound extends number | string>(style: BoundStyle<Bound>): Kind<Range<Bound>> {
  return {
    choices: [],
    read: (parts) => {
      const [part, ...more] = parts;
      const fault = { ok: false, faults: parts } as const;
      if (!part || more.length > 0 || part.isNegated) return fault;
      const ends = part.text.split('...');
      const [from = '', to = from] = ends;
      if (ends.length > 2 || (from === '' && to === '')) return fault;
      const min = from === '' ? null : style.readMin(from);
      const max = to === '' ? null : style.readMax(to);
      if ((from !== '' && min === null) || (to !== '' && max === null)) return fault;
      if (min !== null && max !== null && min > max) return fault;
      return { ok: true, value: { min, max } };
    },
    print: ({ min, max }) => {
      const from = min === null ? '' : style.printMin(min);
      const to = max === null ? '' : style.printMax(max);
      return from === to ? from : `${from}...${to}`;
    },
  };
}

const readWhole = (text: string): number | null => {
  if (!/^-?\d{1,10}$/.test(text) || Math.abs(Number(text)) > largestInteger) return null;
  return Number(text) + 0; // "-0" reads as 0
};

/** A range of whole numbers: `value:100...5000`. */
export const wholeRange: Kind<Range<number>> = range({
  readMin: readWhole,
  readMax: readWhole,
  printMin: String,
  printMax: String,
});

const UNIT_MS: Readonly<Record<string, number>> = { h: hourMs, m: minuteMs, s: 1000 };

/** `1h2m30.5s` in ms; null for text that is no duration, and for one of more than `largestInteger` ms. */
function readDuration(text: string): number | null {
  if (!/^(?:\d{1,6}(?:\.\d{1,3})?[hms])+$/i.test(text)) return null;
  let ms = 0;
  for (const [, amount = '', unit = ''] of text.toLowerCase().matchAll(/(?<![\d.])([\d.]+)([hms])/g)) {
    ms += Math.round(Number(amount) * (UNIT_MS[unit] ?? 0));
  }
  return ms <= largestInteger ? ms : null;
}

function printDuration(ms: number): string {
  const hours = Math.floor(ms / hourMs);
  const minutes = Math.floor((ms % hourMs) / minuteMs);
  const seconds = (ms % minuteMs) / 1000;
  const parts = [
    hours > 0 ? `${hours}h` : '',
    minutes > 0 ? `${minutes}m` : '',
    seconds > 0 ? `${seconds}s` : '',
  ];
  return parts.join('') || '0s';
}

/**
 * A range of durations in ms: `length:1m...2m30s`. An upper end of whole seconds includes the 999 ms after it; with a
 * fraction (`30.000s`) it is exact.
 */
export const durationRange: Kind<Range<number>> = range({
  readMin: readDuration,
  readMax: (text) => {
    const ms = readDuration(text);
    return ms === null || text.includes('.') ? ms : Math.min(ms + 999, largestInteger);
  },
  printMin: printDuration,
  printMax: (ms) => {
    if (ms % 1000 === 999) return printDuration(ms - 999);
    const printed = printDuration(ms);
    if (printed.includes('.')) return printed;
    return printed.endsWith('s') ? printed.replace(/s$/, '.000s') : `${printed}0.000s`;
  },
});

/** The first or last day of a date: `2020` and `2020-02` are periods with both. */
function readDay(text: string, end: 'first' | 'last'): string | null {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text) ?? [];
  if (year === undefined || year === '0000') return null;
  const wantedMonth = month ?? (end === 'first' ? '01' : '12');
  const lastDay = new Date(Date.UTC(2000 + (Number(year) % 400), Number(wantedMonth), 0)).getUTCDate();
  const wantedDay = day ?? (end === 'first' ? '01' : String(lastDay));
  const exists =
    wantedMonth >= '01' && wantedMonth <= '12' && wantedDay >= '01' && Number(wantedDay) <= lastDay;
  return exists ? `${year}-${wantedMonth}-${wantedDay}` : null;
}

/** A range of days as `YYYY-MM-DD`, both inclusive: `uploaded:2020-01-01...2020-02`. A day that does not exist is a fault. */
export const dateRange: Kind<Range<string>> = range({
  readMin: (text) => readDay(text, 'first'),
  readMax: (text) => readDay(text, 'last'),
  printMin: (day) => day,
  printMax: (day) => day,
});
