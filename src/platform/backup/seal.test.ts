import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { checkOf, keyOf, newKeyRule, seal, sealedSize, unseal } from './seal.ts';

/** Cheap to derive: these tests are not about guesses. */
const rule = { ...newKeyRule(), N: 2 ** 10 };
let key: Buffer;
beforeAll(async () => {
  key = await keyOf('correct horse', rule);
});

const chunk = 64 * 1024;

async function* pieces(bytes: Uint8Array, size = 10_000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function all(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(content));
}

const sealed = (bytes: Uint8Array, name = 'files/a') => all(seal(pieces(bytes), key, name));
const opened = (bytes: Uint8Array, name = 'files/a', by = key) => all(unseal(pieces(bytes), by, name));

test.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 3 * chunk + 5])(
  '%i bytes come back as they were',
  async (size) => {
    const bytes = randomBytes(size);
    const object = await sealed(bytes);
    expect(object).toHaveLength(sealedSize(size));
    expect((await opened(object)).equals(bytes)).toBe(true);
  },
);

test('the same content is never sealed to the same bytes', async () => {
  const bytes = Buffer.from('a track');
  expect((await sealed(bytes)).equals(await sealed(bytes))).toBe(false);
});

test.each<[string, (object: Buffer) => Buffer]>([
  [
    'a flipped bit',
    (object) =>
      Buffer.concat([object.subarray(0, 99), Buffer.from([(object[99] ?? 0) ^ 1]), object.subarray(100)]),
  ],
  ['the last byte missing', (object) => object.subarray(0, -1)],
  ['the last chunk missing', (object) => object.subarray(0, 16 + 2 * (chunk + 16))],
  [
    'two chunks exchanged',
    (object) =>
      Buffer.concat([
        object.subarray(0, 16),
        object.subarray(16 + chunk + 16, 16 + 2 * (chunk + 16)),
        object.subarray(16, 16 + chunk + 16),
        object.subarray(16 + 2 * (chunk + 16)),
      ]),
  ],
  ['only the head left', (object) => object.subarray(0, 16)],
  ['nothing left', () => Buffer.alloc(0)],
  ['something appended', (object) => Buffer.concat([object, Buffer.alloc(40)])],
])('%s is noticed', async (_, change) => {
  const object = await sealed(randomBytes(2 * chunk + 100));
  await expect(opened(change(object))).rejects.toThrow(/it (was changed|is empty)/);
});

test('an object under the name of another, or opened with another passphrase, is refused', async () => {
  const object = await sealed(Buffer.from('a track'));
  await expect(opened(object, 'files/b')).rejects.toThrow('exchanged');
  const other = await keyOf('wrong horse', rule);
  await expect(opened(object, 'files/a', other)).rejects.toThrow('passphrase');
  expect(checkOf(other)).not.toBe(checkOf(key));
});
