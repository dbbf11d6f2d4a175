import { type SharedInputs, sharedInputs } from '#lib/gbx/run/shared-inputs.ts';
import type { Answer } from './gbx-reader.ts';

const LENGTH_BYTES = 4;

/** Several runs or files as one piece of bytes, which is what a thread is given: each after its length. */
export function packRuns(runs: readonly Uint8Array[]): Uint8Array {
  const packed = new Uint8Array(runs.reduce((sum, { length }) => sum + LENGTH_BYTES + length, 0));
  const view = new DataView(packed.buffer);
  let at = 0;
  for (const run of runs) {
    view.setUint32(at, run.length, true);
    packed.set(run, at + LENGTH_BYTES);
    at += LENGTH_BYTES + run.length;
  }
  return packed;
}

/** The pieces that packRuns packed, as views. */
export function unpackRuns(packed: Uint8Array): Uint8Array[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const runs: Uint8Array[] = [];
  for (let at = 0; at < packed.length; ) {
    const length = view.getUint32(at, true);
    runs.push(packed.subarray(at + LENGTH_BYTES, at + LENGTH_BYTES + length));
    at += LENGTH_BYTES + length;
  }
  return runs;
}

/** Compares the first of the packed runs with each of the others. */
export function comparePacked(packed: Uint8Array): Answer<{ readonly shared: readonly SharedInputs[] }> {
  const [own, ...others] = unpackRuns(packed);
  return { ok: true, shared: own ? sharedInputs(own, others) : [] };
}
