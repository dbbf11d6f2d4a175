import { Problem } from '#platform/http/problem.ts';

/** The refusal of a file that grew past its limit while it arrived. */
export function tooLarge(limit: { bytes: number; what: string }): Problem {
  return new Problem(413, `${limit.what} is too large: at most ${bytesInWords(limit.bytes)} are accepted.`);
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
