import { readFileSync } from 'node:fs';
import { daySeconds, hourSeconds } from '#lib/codes/durations.ts';

/** A number as the documents write it: 49,233. */
export const n = (value: number): string => value.toLocaleString('en-GB');

const words = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** A small number as a word. */
export const word = (value: number): string => words[value] ?? n(value);

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A span of time in a table: "15 minutes", "an hour". */
export function within(seconds: number): string {
  if (seconds === daySeconds) return 'a day';
  if (seconds === hourSeconds) return 'an hour';
  if (seconds === 60) return 'a minute';
  return seconds % 60 === 0 ? `${seconds / 60} minutes` : `${seconds} seconds`;
}

/** 16 kB, which are 16 × 1024 bytes as in the messages of the server. */
export const kilobytes = (bytes: number): string => `${n(bytes / 1024)} kB`;
export const seconds = (ms: number): string => `${n(ms / 1000)} s`;
export const bits = (bytes: number): string => `${n(8 * bytes)}`;
/** The mode of a file: 0640. */
export const mode = (value: number): string => `0${value.toString(8)}`;

/** A number in a file that cannot be imported, such as a script that runs at once. */
export function numberIn(path: string, pattern: RegExp): number {
  const found = pattern.exec(readFileSync(path, 'utf8'))?.[1];
  if (found === undefined) throw new Error(`${path} contains nothing like ${pattern}.`);
  return Number(found.replaceAll('_', ''));
}

/** A text, if the file that implements it contains it. */
export function quoted(text: string, path: string, code = text): string {
  if (!readFileSync(path, 'utf8').includes(code)) throw new Error(`${path} does not contain ${code}.`);
  return text;
}
