import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptedEncoding, type Encoding } from './negotiate.ts';

const worthIt = 1024;
const text = /^(text\/|application\/(json|problem\+json|xml|atom\+xml|x-ndjson))/;

const packers: Readonly<Record<Encoding, (bytes: Uint8Array) => Promise<Buffer>>> = {
  // level 4 compresses a page of 40 kB in about a millisecond; 11 is for files that are compressed once, at build time
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 5 }),
};

/** The bytes in this encoding. */
export const compressed = (bytes: Uint8Array, encoding: Encoding): Promise<Buffer> =>
  packers[encoding](bytes);

export interface Packed {
  readonly body: string | Uint8Array;
  readonly encoding: Encoding | null;
}

/** Compresses text that is long enough to benefit, in an encoding that the client accepts. */
export async function packed(
  body: string | Uint8Array,
  type: string,
  acceptEncoding: string | undefined,
): Promise<Packed> {
  const encoding = body.length >= worthIt && text.test(type) ? acceptedEncoding(acceptEncoding) : null;
  if (!encoding) return { body, encoding: null };
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return { body: await compressed(bytes, encoding), encoding };
}

/** Whether a response of this type depends on the encodings that the client accepts. */
export const varies = (body: string | Uint8Array, type: string): boolean =>
  body.length >= worthIt && text.test(type);
