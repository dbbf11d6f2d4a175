import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto';
import type { Bytes } from './store.ts';

/** How a passphrase becomes a key; stored with the backups. */
export interface KeyRule {
  readonly salt: string;
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** 128 MiB and about half a second for each guess. */
export const newKeyRule = (): KeyRule => ({
  salt: randomBytes(32).toString('base64url'),
  N: 2 ** 17,
  r: 8,
  p: 1,
});

/** The key of a passphrase. */
export async function keyOf(passphrase: string, { salt, N, r, p }: KeyRule): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const options = { N, r, p, maxmem: 2 * 128 * N * r };
  scrypt(passphrase, Buffer.from(salt, 'base64url'), 32, options, (error, key) =>
    error ? reject(error) : resolve(key),
  );
  return promise;
}

/** A number by which a key is recognised, and which says nothing about it. */
export const checkOf = (key: Buffer): string => derived(key, Buffer.alloc(0), 'check').toString('base64url');

const derived = (key: Buffer, salt: Uint8Array, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, 32));

const saltBytes = 16;
const chunkBytes = 64 * 1024;
const tagBytes = 16;
const algorithm = 'aes-256-gcm';

/** The size of an object with this content once it is sealed. */
export const sealedSize = (bytes: number): number =>
  saltBytes + bytes + Math.max(1, Math.ceil(bytes / chunkBytes)) * tagBytes;

/** Each chunk has its number, and the last one is marked: none can be left out, repeated or moved. */
function nonce(chunk: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUIntBE(chunk, 5, 6);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

/**
 * Encrypts an object in chunks, with a key of its own made from its name: it cannot be read under another name, shortened or changed
 * without being noticed.
 */
export async function* seal(content: Bytes, key: Buffer, name: string): AsyncGenerator<Uint8Array> {
  const salt = randomBytes(saltBytes);
  const ownKey = derived(key, salt, name);
  yield salt;
  for await (const { bytes, at, isLast } of chunked(content, chunkBytes)) {
    const cipher = createCipheriv(algorithm, ownKey, nonce(at, isLast));
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Decrypts an object; throws if it is not as it was sealed under this name and with this key. */
export async function* unseal(content: Bytes, key: Buffer, name: string): AsyncGenerator<Uint8Array> {
  let ownKey: Buffer | null = null;
  for await (const { bytes, at, isLast } of chunked(content, chunkBytes + tagBytes, saltBytes)) {
    if (ownKey !== null) yield opened(bytes, ownKey, nonce(at, isLast));
    else if (isLast) throw new Error('it is empty');
    else ownKey = derived(key, bytes, name);
  }
}

function opened(sealed: Buffer, key: Buffer, iv: Buffer): Buffer {
  try {
    const decipher = createDecipheriv(algorithm, key, iv);
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
  } catch (cause) {
    throw new Error('it was changed, shortened or exchanged, or has another passphrase', { cause });
  }
}

interface Chunk {
  readonly bytes: Buffer;
  /** its number; the head has none of its own */
  readonly at: number;
  readonly isLast: boolean;
}

/** Cuts bytes into chunks of one size after a head of another; the last chunk may be shorter, and is empty if there are no bytes. */
async function* chunked(content: Bytes, size: number, headSize = 0): AsyncGenerator<Chunk> {
  let rest: Buffer = Buffer.alloc(0);
  let at = 0;
  let next = headSize || size;
  for await (const part of content) {
    const all = Buffer.concat([rest, part]);
    let from = 0;
    // more than one chunk, because only the end shows which one is the last
    while (all.length - from > next) {
      yield { bytes: all.subarray(from, from + next), at, isLast: false };
      from += next;
      if (next === size) at += 1;
      next = size;
    }
    rest = all.subarray(from);
  }
  yield { bytes: rest, at, isLast: true };
}
