import { readContainer, readPreamble, unpackBody } from '#lib/gbx/read/container.ts';
import { LIMITS } from '#lib/gbx/read/limits.ts';

/** The same file with its body uncompressed, as other tools write it. */
export function uncompressed(file: Uint8Array): Buffer {
  const container = readContainer(file, readPreamble(file));
  const body = unpackBody(container, LIMITS.replayBodyBytes);
  const before = Buffer.from(file.subarray(0, file.length - container.body.packed.length - 8));
  before[7] = 'U'.charCodeAt(0); // of BUCR: compressed
  return Buffer.concat([before, body]);
}
