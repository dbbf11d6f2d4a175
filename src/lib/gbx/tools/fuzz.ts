import { type Container, readContainer, readPreamble, unpackBody } from '../read/container.ts';
import { LIMITS } from '../read/limits.ts';
import type { RefusalCode } from '../read/refusal.ts';
import { lzo1xCompress } from './lzo1x-compress.ts';
import { below, seededRandom } from './random.ts';

/** The results of a run. */
export type FuzzReport = {
  mutants: number;
  /** How many were accepted as valid; a changed letter in a name cannot be detected. */
  accepted: number;
  refused: Partial<Record<RefusalCode | 'nothing-to-draw', number>>;
  /** Processor time of the slowest one. */
  slowestMs: number;
  /** Number of mutants of each kind. */
  kinds: Partial<Record<Kind, number>>;
  /** Mutants that made a reader throw or take too long. */
  failures: { readonly bytes: Uint8Array; readonly why: string }[];
};

/** A reader under test; null means that nothing can be drawn of a track. */
export type FuzzedReader = (
  bytes: Uint8Array,
) => { ok: true } | { ok: false; refusal: { code: RefusalCode } | null };

type Random = () => number;

/** Numbers that break length checks: limits of signed and unsigned integers and of the format. */
const NASTY = [
  0, 1, 2, 255, 256, 0x7fff, 0xffff, 0x10000, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff,
];
/** The processor time allowed for a mutant; a real track takes a fifth of a millisecond. */
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

/** Copies a part of another file, or of this one, over or between. */
function splice(random: Random, bytes: Uint8Array, other: Uint8Array): Uint8Array {
  const from = below(random, other.length);
  const stretch = other.subarray(from, from + below(random, 200));
  const at = below(random, bytes.length);
  const resume = random() < 0.5 ? at : at + stretch.length;
  return Uint8Array.from([...bytes.subarray(0, at), ...stretch, ...bytes.subarray(resume)]);
}

/** A parsed file, so that a mutated body can be compressed again and passes the LZO checks. */
type Base = {
  readonly file: Uint8Array;
  readonly front: Uint8Array;
  readonly packed: Uint8Array;
  readonly body: Uint8Array;
  /** Offsets of lengths and counts in the container: of the header, its chunks, the nodes and the body. */
  readonly lengthsAt: readonly number[];
};

/** Magic, version, format and class come before the length of the header. */
const HEADER_LENGTH_AT = 13;
const CHUNK_TABLE_AT = 21;

function takeApart(given: Uint8Array): Base {
  // A separate array: the slice of a Buffer is not a copy, so mutants would damage the file itself.
  const file = new Uint8Array(given);
  const preamble = readPreamble(file);
  const container: Container = readContainer(file, preamble);
  const { packed } = container.body;
  const body = unpackBody(container, LIMITS.replayBodyBytes);
  // The file ends with two sizes and the packed bytes.
  const front = file.subarray(0, file.length - packed.length - 8);
  const chunks = preamble.headerChunks.map((_, i) => CHUNK_TABLE_AT + 8 * i + 4);
  const inHeader = chunks.length === 0 ? [] : [HEADER_LENGTH_AT + 4, ...chunks];
  const lengthsAt = [HEADER_LENGTH_AT, ...inHeader, preamble.next, front.length, front.length + 4];
  return { file, front, packed, body, lengthsAt };
}

function joined(front: Uint8Array, bodySize: number, packed: Uint8Array): Uint8Array {
  const file = new Uint8Array(front.length + 8 + packed.length);
  file.set(front);
  const view = new DataView(file.buffer);
  view.setUint32(front.length, bodySize, true);
  view.setUint32(front.length + 4, packed.length, true);
  file.set(packed, front.length + 8);
  return file;
}

/** Writes an edge value into a length or count of the container. */
function extremeLength(random: Random, { file, lengthsAt }: Base): Uint8Array {
  const mutant = file.slice();
  const at = lengthsAt[below(random, lengthsAt.length)] ?? HEADER_LENGTH_AT;
  new DataView(mutant.buffer).setUint32(at, NASTY[below(random, NASTY.length)] ?? 0, true);
  return mutant;
}

/** Kinds of damage, weighted by how often they are listed; applied to whole files and to unpacked bodies. */
const DAMAGE = {
  flip: flipBits,
  length: editLength,
  cut: truncate,
  splice,
} as const;
const DAMAGE_SHARES = [
  'flip',
  'flip',
  'flip',
  'length',
  'length',
  'length',
  'cut',
  'splice',
  'splice',
] as const;

/** Mutations of a file; `other` is a second file to copy from. */
const KINDS = {
  /** damage anywhere in the file */
  file: (random: Random, base: Base, other: Base) => damaged(random, base.file, other.file),
  /** damage in the unpacked body, which is compressed again */
  body: (random: Random, base: Base, other: Base) => {
    const body = damaged(random, base.body, other.body);
    return joined(base.front, body.length, lzo1xCompress(body));
  },
  /** damage in the packed stream alone */
  lzo: (random: Random, base: Base, other: Base) =>
    joined(base.front, base.body.length, damaged(random, base.packed, other.packed)),
  /** edge values in lengths of the container */
  extreme: (random: Random, base: Base) => extremeLength(random, base),
  /** the header of one file and the body of another */
  recombined: (_random: Random, base: Base, other: Base) =>
    joined(base.front, other.body.length, other.packed),
} as const;
type Kind = keyof typeof KINDS;
const KIND_SHARES: readonly Kind[] = [
  ...Array<Kind>(4).fill('body'),
  ...Array<Kind>(3).fill('file'),
  'lzo',
  'extreme',
  'recombined',
];

function damaged(random: Random, bytes: Uint8Array, other: Uint8Array): Uint8Array {
  const damage = DAMAGE_SHARES[below(random, DAMAGE_SHARES.length)] ?? 'flip';
  return DAMAGE[damage](random, bytes, other);
}

type FuzzOptions = {
  readonly count: number;
  readonly seed: number;
  /** Processor time used so far, in ms, so that other work on the machine does not count. */
  readonly cpuMs: () => number;
};

/**
 * Reads `count` mutants of the given files with every reader. The same seed produces the same mutants. Failures are
 * collected, not thrown.
 */
export function fuzz(
  files: readonly Uint8Array[],
  readers: readonly FuzzedReader[],
  { count, seed, cpuMs }: FuzzOptions,
): FuzzReport {
  const random = seededRandom(seed);
  const bases = files.map(takeApart);
  const report: FuzzReport = { mutants: 0, accepted: 0, refused: {}, slowestMs: 0, kinds: {}, failures: [] };
  const pick = (): Base => bases[below(random, bases.length)] as Base; // below its length
  while (report.mutants < count) {
    const kind = KIND_SHARES[below(random, KIND_SHARES.length)] ?? 'file';
    const mutant = KINDS[kind](random, pick(), pick());
    report.mutants++;
    report.kinds[kind] = (report.kinds[kind] ?? 0) + 1;
    for (const read of readers) judge(report, mutant, read, cpuMs);
  }
  return report;
}

function judge(report: FuzzReport, mutant: Uint8Array, read: FuzzedReader, cpuMs: () => number): void {
  try {
    const from = cpuMs();
    const answer = read(mutant);
    let ms = cpuMs() - from;
    // Garbage collection may slow a single reading: only what is slow four times counts as slow.
    for (let tries = 0; tries < 3 && ms > SLOW_MS; tries++) {
      const again = cpuMs();
      read(mutant);
      ms = Math.min(ms, cpuMs() - again);
    }
    report.slowestMs = Math.max(report.slowestMs, ms);
    if (ms > SLOW_MS) report.failures.push({ bytes: mutant, why: `took ${ms.toFixed(0)} ms` });
    if (answer.ok) {
      report.accepted++;
    } else {
      const code = answer.refusal?.code ?? 'nothing-to-draw';
      report.refused[code] = (report.refused[code] ?? 0) + 1;
    }
  } catch (error) {
    report.failures.push({ bytes: mutant, why: `threw ${String(error)}` });
  }
}
