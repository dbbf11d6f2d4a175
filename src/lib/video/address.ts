import { daySeconds, hourSeconds } from '#lib/codes/durations.ts';
import type { VideoSite } from './site.ts';

/** A video on the external site, and where in it to begin. */
export interface VideoAddress {
  readonly linkId: string;
  /** seconds; null: at the beginning */
  readonly startS: number | null;
}

/** Longest video or position: a day, in seconds. */
const maxSeconds = daySeconds;

/** Whether a text has the form of an id of this site. */
export const isLinkId = (site: VideoSite, text: string): boolean => new RegExp(`^(?:${site.id})$`).test(text);

/** The video that an address or an id means; null if it is neither. Sends no request. */
export function parseVideoAddress(site: VideoSite, typed: string): VideoAddress | null {
  const text = typed.trim();
  if (text.length > 2000) return null;
  if (isLinkId(site, text)) return { linkId: text, startS: null };
  const complete = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  if (!/^https?:\/\/[^\s\\@]+$/i.test(complete) || !URL.canParse(complete)) return null;
  const url = new URL(complete);
  if (url.port !== '') return null;
  for (const pattern of site.addresses) {
    const linkId = idIn(url, pattern);
    if (linkId !== null && isLinkId(site, linkId)) return { linkId, startS: startOf(url, site) };
  }
  return null;
}

/** The part of an address that matches {id} in a pattern. */
function idIn(url: URL, pattern: string): string | null {
  const [before = '', parameter] = pattern.replace('{id}', '').split('?');
  const [host, ...parts] = before.split('/');
  if (url.hostname !== host) return null;
  const path = `/${parts.join('/')}`;
  if (parameter !== undefined) {
    return url.pathname.replace(/\/$/, '') === path ? url.searchParams.get(parameter.replace('=', '')) : null;
  }
  return url.pathname.startsWith(path) ? url.pathname.slice(path.length).replace(/\/$/, '') : null;
}

const startOf = (url: URL, { startParameter, playerStart }: VideoSite): number | null => {
  const inHash = new URLSearchParams(url.hash.slice(1)).get(startParameter);
  const text = url.searchParams.get(startParameter) ?? url.searchParams.get(playerStart) ?? inHash;
  const seconds = text === null ? null : secondsIn(text);
  return seconds === undefined || seconds === 0 ? null : seconds;
};

/**
 * A length or position as users type it: `90`, `1:30`, `1:02:03`, `1m30s`. Fractions of a second are cut. null if nothing is
 * typed, undefined if it is invalid or longer than a day.
 */
export function secondsIn(typed: string): number | null | undefined {
  const text = typed.toLowerCase().replace(/\s+/g, '');
  if (text === '') return null;
  const parts = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5})$/.exec(text);
  const [, hours, minutes, seconds] = parts ?? [];
  if (parts && minutes !== undefined && (seconds?.length !== 2 || Number(seconds) > 59)) return undefined;
  if (parts && hours !== undefined && Number(minutes) > 59) return undefined;
  const sum = parts
    ? Number(hours ?? 0) * hourSeconds + Number(minutes ?? 0) * 60 + Number(seconds)
    : secondsOfTokens(text);
  return sum !== undefined && sum <= maxSeconds ? sum : undefined;
}

const unitSeconds: Readonly<Record<string, number>> = { h: hourSeconds, m: 60, s: 1 };

function secondsOfTokens(text: string): number | undefined {
  if (!/^(?:\d{1,6}(?:\.\d{1,3})?[hms])+$/.test(text)) return undefined;
  let sum = 0;
  for (const [, amount = '', unit = ''] of text.matchAll(/(?<![\d.])([\d.]+)([hms])/g))
    sum += Number(amount) * (unitSeconds[unit] ?? 0);
  return Math.floor(sum);
}

/** Seconds as users type them: 90 → `1:30`. */
export function typedSeconds(seconds: number | null): string {
  if (seconds === null) return '';
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / hourSeconds), Math.floor((seconds % hourSeconds) / 60)];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

const startIn = (start: string | number | null): string | null =>
  start !== null && /^\d{1,6}$/.test(String(start)) ? String(start) : null;

/** The external address of a video, starting at second `start`; invalid numbers are ignored. */
export function watchAddress(site: VideoSite, linkId: string, start: string | number | null = null): string {
  const address = new URL(`https://${(site.addresses[0] ?? '').replace('{id}', encodeURIComponent(linkId))}`);
  const from = startIn(start);
  if (from !== null) address.searchParams.set(site.startParameter, `${from}s`);
  return address.href;
}

/** The address of the player in a frame, which begins at once. */
export function playerAddress(site: VideoSite, linkId: string, start: string | number | null = null): string {
  const address = new URL(site.playerPath.replace('{id}', encodeURIComponent(linkId)), site.playerOrigin);
  address.searchParams.set('autoplay', '1');
  const from = startIn(start);
  if (from !== null) address.searchParams.set(site.playerStart, from);
  return address.href;
}
