import { minuteMs } from '#lib/codes/durations.ts';

/**
 * A date for JSON: ISO 8601 in UTC without a zone, with whole seconds or exactly three digits, because older Python clients
 * cannot parse anything else. null stays null. Throws RangeError if the Date is invalid, which is a bug.
 */
export function toWireDate(at: Date): string;
export function toWireDate(at: Date | null): string | null;
export function toWireDate(at: Date | null): string | null {
  return at === null ? null : at.toISOString().replace(/(?:\.000)?Z$/, '');
}

/** A date for the legacy interface: US text in UTC, PHP's `m/d/Y g:i:s A`, e.g. `04/26/2026 3:10:03 PM`. */
export function toLegacyDate(at: Date): string {
  const [year = '', month = '', day = ''] = at.toISOString().slice(0, 10).split('-');
  const hours = at.getUTCHours();
  return `${month}/${day}/${year} ${hours % 12 || 12}:${at.toISOString().slice(14, 19)} ${hours < 12 ? 'AM' : 'PM'}`;
}

const TIME = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:\s*([AP])\.?M\.?)?`;
/** An unescaped `+` arrives as a space, so a space means plus here. */
const ZONE = String.raw`(?:\s*Z|(\s*[+-]|\s+)(\d{2}):?(\d{2}))?`;
const ISO_DATE = new RegExp(String.raw`^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T\s]\s*${TIME}${ZONE})?$`, 'i');
const US_DATE = new RegExp(String.raw`^(\d{1,2})/(\d{1,2})/(\d{4})(?:\s+${TIME}${ZONE})?$`, 'i');

/**
 * Parses a date as clients send it: `2010-02-28`, `2010-01-01T00:00:00`, `04/26/2026 15:10:03 +00:00`, also with AM/PM.
 * Trimmed; UTC without a zone. Returns null for anything else, including 30 February.
 */
export function parseClientDate(text: string): Date | null {
  const trimmed = text.trim();
  if (trimmed.length > 50) return null;
  const iso = ISO_DATE.exec(trimmed);
  const us = iso ? null : US_DATE.exec(trimmed);
  const found = iso ?? us;
  if (!found) return null;
  const [first = '', second = '', third = '', hourText = '0', minuteText = '0', secondText = '0'] =
    found.slice(1);
  const [fraction = '', half = '', sign = '', zoneHours = '0', zoneMinutes = '0'] = found.slice(7);
  const [year, month, day] = iso ? [first, second, third] : [third, first, second];
  const hour = half === '' ? Number(hourText) : hourOfHalf(Number(hourText), half);
  if (hour === null || Number(zoneHours) > 14 || Number(zoneMinutes) > 59) return null;
  const wanted = [
    Number(year),
    Number(month) - 1,
    Number(day),
    hour,
    Number(minuteText),
    Number(secondText),
  ] as const;
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const local = utcDate(wanted, ms);
  if (local === null) return null;
  const offset = (Number(zoneHours) * 60 + Number(zoneMinutes)) * minuteMs;
  return new Date(local.getTime() + (sign.includes('-') ? offset : -offset));
}

function hourOfHalf(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
}

/** Date.UTC turns 30 February into 2 March; here such a date is null. */
function utcDate(
  [year, month, day, hour, minute, second]: readonly [number, number, number, number, number, number],
  ms: number,
): Date | null {
  const date = new Date(Date.UTC(2000, month, day, hour, minute, second, ms));
  date.setUTCFullYear(year, month, day);
  const same =
    year > 0 &&
    date.getUTCMonth() === month &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute &&
    date.getUTCSeconds() === second;
  return same ? date : null;
}

const dateShape = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?))?(Z|[+-]\d\d:\d\d)?$/i;

/** Parses a date of a form; without a zone it is UTC. An invalid text becomes an invalid Date. */
export function instantOf(text: string): Date {
  const [, day, time = '00:00', zone = 'Z'] = dateShape.exec(text.trim()) ?? [];
  return new Date(day ? `${day}T${time}${zone.toUpperCase()}` : Number.NaN);
}

/** The refusal of a date that is invalid or has passed. */
export const releaseDateMessage = 'The release date must be set in the future.';
