import type { Attack } from './attacks.ts';

/** Texts of these lengths are compared: four times the text may cost six times the processor time. */
const shortLength = 16 * 1024;
const longLength = 64 * 1024;
const mostGrowth = 6;
const runs = 5;
/** Each measurement takes at least this long. */
const measuredMs = 40;
/** Anything this fast at 64 KiB is linear: a quadratic expression takes two thousand million steps. */
const noiseMs = 4;
/** Anything this fast at 16 KiB is linear, for the same reason; most expressions are. */
const quickMs = 0.5;
/** An expression that takes this long for 1 KiB would not end within minutes at 64 KiB. */
const hopelessMs = 20;
/** A single measurement of this length is exact. */
const certainMs = 500;

/** What an attack costs an expression, in milliseconds of processor time at 16 and 64 KiB; `longMs` is infinite if nobody waited for it. */
export interface Growth {
  readonly attack: Attack;
  readonly shortMs: number;
  readonly longMs: number;
}

/** The first attack whose cost grows faster than its length; null if there is none. */
export function superlinear(source: string, flags: string, attacks: readonly Attack[]): Growth | null {
  const search = searcher(source, flags);
  for (const attack of attacks) {
    // a busy machine may distort one measurement, and an expression is as slow the second time
    const growth = growthOf(search, attack) && growthOf(search, attack);
    if (growth) return growth;
  }
  return null;
}

type Search = (text: string) => void;

/**
 * Applies an expression in the ways that programs do: a search that ends with the first match, and one for all matches, which
 * starts again after each. The second also represents `split` and for expressions that are applied from place to place.
 */
function searcher(source: string, flags: string): Search {
  const once = new RegExp(source, flags.replace(/[gy]/g, ''));
  const all = new RegExp(source, `${flags.replace(/[gy]/g, '')}g`);
  return (text) => {
    once.test(text);
    text.replaceAll(all, '');
  };
}

function growthOf(search: Search, attack: Attack): Growth | null {
  if (isHopeless(search, attack)) return { attack, shortMs: Number.NaN, longMs: Number.POSITIVE_INFINITY };
  // not worth waiting for more: 4 KiB are enough for what is very slow
  if (isQuadratic(search, attack, shortLength / 4))
    return { attack, shortMs: Number.NaN, longMs: Number.POSITIVE_INFINITY };
  const short = textOf(attack, shortLength);
  const firstMs = elapsedMs(search, short);
  if (firstMs <= quickMs) return null;
  if (isQuadratic(search, attack, shortLength))
    return { attack, shortMs: firstMs, longMs: Number.POSITIVE_INFINITY };
  const long = textOf(attack, longLength);
  const first = onceMs(search, long);
  if (first.elapsed <= noiseMs) return null;
  // nothing but the search itself takes this much processor time, so once is enough
  if (first.processor > certainMs) {
    const growth = { attack, shortMs: bestOfTwo(search, short), longMs: first.processor };
    return growth.longMs > mostGrowth * growth.shortMs ? growth : null;
  }
  let [shortMs, longMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let run = 0; run < runs; run++) {
    shortMs = Math.min(shortMs, processorMs(search, short));
    longMs = Math.min(longMs, processorMs(search, long));
    if (longMs <= noiseMs) return null;
  }
  return longMs > mostGrowth * shortMs ? { attack, shortMs, longMs } : null;
}

/** A quadratic expression takes sixteen times as long for four times the length. */
function isQuadratic(search: Search, attack: Attack, length: number): boolean {
  const text = textOf(attack, length);
  return (
    elapsedMs(search, text) > hopelessMs &&
    bestOfTwo(search, text) > 1.5 * mostGrowth * bestOfTwo(search, textOf(attack, length / 4))
  );
}

/** Exponential and cubic growth is found at lengths at which it still ends. */
function isHopeless(search: Search, attack: Attack): boolean {
  for (let length = 8; length <= 1024; length += length < 48 ? 2 : length) {
    const text = textOf(attack, length);
    // other programs may have taken the time
    if (elapsedMs(search, text) > hopelessMs && processorMs(search, text) > hopelessMs) return true;
  }
  return false;
}

function textOf({ prefix, pump, suffix }: Attack, length: number): string {
  const text = prefix + pump.repeat(Math.max(1, Math.floor(length / pump.length))) + suffix;
  // a repeated string is a tree of parts; reading it makes it flat before its time is measured
  return Buffer.from(text).toString();
}

/** The elapsed time of one search: at least its processor time. */
function elapsedMs(search: Search, text: string): number {
  const from = performance.now();
  search(text);
  return performance.now() - from;
}

/** The times of one search that may take long. */
function onceMs(search: Search, text: string): { elapsed: number; processor: number } {
  const from = process.threadCpuUsage();
  const elapsed = elapsedMs(search, text);
  const { user, system } = process.threadCpuUsage(from);
  return { elapsed, processor: (user + system) / 1000 };
}

const bestOfTwo = (search: Search, text: string): number =>
  Math.min(processorMs(search, text), processorMs(search, text));

/** The processor time of one search: the mean of so many that the 4 ms in which systems count it do not matter. */
function processorMs(search: Search, text: string): number {
  const from = process.threadCpuUsage();
  const began = performance.now();
  let searches = 0;
  do {
    search(text);
    searches += 1;
  } while (performance.now() - began < measuredMs);
  const { user, system } = process.threadCpuUsage(from);
  return (user + system) / 1000 / searches;
}
