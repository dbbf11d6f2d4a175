import { type Container, readContainer, readPreamble, unpackBody } from './container.ts';
import { LIMITS } from './limits.ts';
import { lzo1xCompress } from './lzo1x-compress.ts';
import { below, seededRandom } from './random.ts';
import type { RefusalCode } from './refusal.ts';

/** What came of a row of mutants. */
export type FuzzReport = {
  mutants: number;
  /** How many a reader took for a good file; a flipped letter in a name cannot be noticed. */
  accepted: number;
  refused: Partial<Record<RefusalCode, number>>;
  slowestMs: number;
  /** Mutants a reader threw on or took too long for, so that they can be looked at. */
  failures: { readonly bytes: Uint8Array; readonly why: string }[];
};

/** The readers under test, as far as their answer matters here. */
export type FuzzedReader = (
  bytes: Uint8Array,
) => { ok: true } | { ok: false; refusal: { code: RefusalCode } };

type Random = () => number;

/** Numbers that break length checks: edges of signed and unsigned, and of the limits. */
const NASTY = [
  0, 1, 2, 255, 256, 0x7fff, 0xffff, 0x10000, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff,
];
/** A mutant may take this long; a real track takes a fifth of a millisecond. */
const SLOW_MS = 50;

function flipBits(random: Random, bytes: Uint8Array): Uint8Array {
  const mutant = bytes.slice();
  for (let flips = 1 + below(random, 8); flips > 0; flips--) {
    const at = below(random, mutant.length);
    mutant[at] = (mutant[at] ?? 0) ^ (1 << below(random, 8));
  }
  return mutant;
}

/** Overwrites a u32 with an edge value, or shifts it a little. */
function editLength(random: Random, bytes: Uint8Array): Uint8Array {
  const mutant = bytes.slice();
  if (mutant.length < 4) return mutant;
  const view = new DataView(mutant.buffer);
  const at = below(random, mutant.length - 3);
  const nasty = NASTY[below(random, NASTY.length)] ?? 0;
  view.setUint32(at, random() < 0.7 ? nasty : view.getUint32(at, true) + below(random, 9) - 4, true);
  return mutant;
}

function truncate(random: Random, bytes: Uint8Array): Uint8Array {
  return bytes.slice(0, below(random, bytes.length));
}

/** Copies a stretch of another file, or of this one, over or between. */
function splice(random: Random, bytes: Uint8Array, other: Uint8Array): Uint8Array {
  const from = below(random, other.length);
  const stretch = other.subarray(from, from + below(random, 200));
  const at = below(random, bytes.length);
  const resume = random() < 0.5 ? at : at + stretch.length;
  return Uint8Array.from([...bytes.subarray(0, at), ...stretch, ...bytes.subarray(resume)]);
}

function mutate(random: Random, bytes: Uint8Array, other: Uint8Array): Uint8Array {
  const kind = random();
  if (kind < 0.35) return flipBits(random, bytes);
  if (kind < 0.7) return editLength(random, bytes);
  if (kind < 0.8) return truncate(random, bytes);
  return splice(random, bytes, other);
}

/** A file taken apart, so that a mutated body can be packed again and gets past the LZO checks. */
type Base = { readonly file: Uint8Array; readonly front: Uint8Array; readonly body: Uint8Array };

function takeApart(file: Uint8Array): Base {
  const container: Container = readContainer(file, readPreamble(file));
  const body = unpackBody(container, LIMITS.replayBodyBytes);
  // Packed bytes and the two sizes before them end the file.
  return { file, front: file.subarray(0, file.length - container.body.packed.length - 8), body };
}

function withBody(front: Uint8Array, body: Uint8Array): Uint8Array {
  const packed = lzo1xCompress(body);
  const file = new Uint8Array(front.length + 8 + packed.length);
  file.set(front);
  const view = new DataView(file.buffer);
  view.setUint32(front.length, body.length, true);
  view.setUint32(front.length + 4, packed.length, true);
  file.set(packed, front.length + 8);
  return file;
}

/** A reader's answer and the milliseconds it takes. */
function timed(read: FuzzedReader, bytes: Uint8Array): { answer: ReturnType<FuzzedReader>; ms: number } {
  const from = performance.now();
  const answer = read(bytes);
  return { answer, ms: performance.now() - from };
}

/**
 * Reads `count` mutants of the given files with every reader. Half of them are mutated inside their unpacked body.
 * The same seed makes the same mutants. Collects failures instead of throwing.
 */
export function fuzz(
  files: readonly Uint8Array[],
  readers: readonly FuzzedReader[],
  { count, seed }: { count: number; seed: number },
): FuzzReport {
  const random = seededRandom(seed);
  const bases = files.map(takeApart);
  const report: FuzzReport = { mutants: 0, accepted: 0, refused: {}, slowestMs: 0, failures: [] };
  const pick = (): Base => bases[below(random, bases.length)] as Base; // below its length
  while (report.mutants < count) {
    const base = pick();
    const other = pick();
    const inBody = random() < 0.5;
    const mutant = inBody
      ? withBody(base.front, mutate(random, base.body, other.body))
      : mutate(random, base.file, other.file);
    report.mutants++;
    for (const read of readers) judge(report, mutant, read);
  }
  return report;
}

function judge(report: FuzzReport, mutant: Uint8Array, read: FuzzedReader): void {
  try {
    const first = timed(read, mutant);
    let { ms } = first;
    // The machine may be busy: only what is slow four times over is slow.
    for (let tries = 0; tries < 3 && ms > SLOW_MS; tries++) ms = Math.min(ms, timed(read, mutant).ms);
    report.slowestMs = Math.max(report.slowestMs, ms);
    if (ms > SLOW_MS) report.failures.push({ bytes: mutant, why: `took ${ms.toFixed(0)} ms` });
    if (first.answer.ok) {
      report.accepted++;
    } else {
      const { code } = first.answer.refusal;
      report.refused[code] = (report.refused[code] ?? 0) + 1;
    }
  } catch (error) {
    report.failures.push({ bytes: mutant, why: `threw ${String(error)}` });
  }
}
