import { type ReadSolid, readSolid } from '#lib/drawing/solid/solid-file.ts';

/** Larger than that of any real track. */
const maxBytes = 40_000_000;

/** Loads the solid of a track, which is compressed. Throws if it is missing or damaged. */
export async function loadSolid(address: string): Promise<ReadSolid> {
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new Error(`The solid of the track answers ${response.status}.`);
  const reader = response.body.pipeThrough(new DecompressionStream('gzip')).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > maxBytes) throw new RangeError('The solid of the track is too large.');
    parts.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return readSolid(bytes);
}
