import { Problem } from '#platform/http/problem.ts';

/** The refusal of a file that grew past its limit while it arrived. */
export function tooLarge(limit: { bytes: number; what: string }): Problem {
  return new Problem(413, `${limit.what} is too large: at most ${inWords(limit.bytes)} are accepted.`);
}

function inWords(bytes: number): string {
  if (bytes % 1_048_576 === 0) return `${bytes / 1_048_576} MiB`;
  return bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes} bytes`;
}

/** A hash becomes part of a path: anything else is a bug, and must not reach the disk. */
export function assertSha256(sha256: string): void {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error(`Not a SHA-256: ${JSON.stringify(sha256)}`);
}
