import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type RemoteFile, RemoteRefusal, type RemoteRequest } from './remote.ts';

/** We request no compression, but some servers compress anyway. */
const decoders: Readonly<Record<string, () => NodeJS.ReadWriteStream>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Reads the body of a response with status 200, checking type and size before and while it arrives. */
export async function receive(
  response: IncomingMessage,
  url: URL,
  { accept, maxBytes }: RemoteRequest,
): Promise<RemoteFile> {
  const type = (response.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!accept.some((pattern) => fits(type, pattern))) {
    throw new RemoteRefusal('type', `${url.hostname} sends something else than was expected.`);
  }
  const limited = () => limitTo(maxBytes, url);
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(url);
  const coding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const parts: Buffer[] = [];
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const part of source) parts.push(part);
  };
  if (coding === 'identity' || coding === '') {
    await pipeline(response, limited(), collect);
  } else {
    const decoder = decoders[coding];
    if (!decoder) throw new RemoteRefusal('type', `${url.hostname} sends its answer in an unknown encoding.`);
    await pipeline(response, limited(), decoder(), limited(), collect);
  }
  return { url: url.href, type, bytes: Buffer.concat(parts) };
}

/** Passes chunks on until they are more than `most` bytes. */
function limitTo(most: number, url: URL) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
    let bytes = 0;
    for await (const part of source) {
      bytes += part.length;
      if (bytes > most) throw tooLarge(url);
      yield part;
    }
  };
}

const tooLarge = (url: URL) => new RemoteRefusal('size', `${url.hostname} sends more than is accepted.`);

const fits = (type: string, pattern: string): boolean =>
  pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
