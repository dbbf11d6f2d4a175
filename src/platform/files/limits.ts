import type { Readable } from 'node:stream';
import { Problem } from '#platform/http/problem.ts';

/** The most bytes of a file that is received, and how a refusal names it. */
export interface SizeLimit {
  readonly bytes: number;
  readonly what: string;
  /** A better reason to refuse a file that is too large, from its first 4 KiB; null if there is none. */
  readonly reasonFor?: (head: Buffer) => Problem | null;
}

const headBytes = 4096;

/**
 * The chunks of a source. Throws a Problem 413, or the better reason, as soon as the limit is passed; the rest of the
 * source is then left unread, and the source open.
 */
export async function* limited(source: Readable, limit: SizeLimit): AsyncGenerator<Buffer, void> {
  let sizeBytes = 0;
  let head: Buffer = Buffer.alloc(0);
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)]);
    if (sizeBytes > limit.bytes) throw limit.reasonFor?.(head) ?? tooLarge(limit);
    yield chunk;
  }
}

/** The refusal of a file that passed its limit while it was received. */
function tooLarge({ what, bytes }: SizeLimit): Problem {
  return new Problem(413, `${what} is too large: at most ${bytesInWords(bytes)} are accepted.`);
}

const units = [
  ['GiB', 1024 ** 3],
  ['MiB', 1024 ** 2],
  ['KiB', 1024],
] as const;

/** A limit as sentences name it: exact, in the largest unit it is a multiple of. */
export function bytesInWords(bytes: number): string {
  for (const [unit, size] of units) if (bytes >= size && bytes % size === 0) return `${bytes / size} ${unit}`;
  return `${bytes} bytes`;
}

/** A hash becomes part of a path: anything else is a bug, and must not reach the disk. */
export function assertSha256(sha256: string): void {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error(`Not a SHA-256: ${JSON.stringify(sha256)}`);
}
