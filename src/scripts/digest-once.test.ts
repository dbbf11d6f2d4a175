import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { digestOnce } from './digest-once.ts';

const file = fileURLToPath(new URL('../../node_modules/astro/dist/core/encryption.js', import.meta.url));
const { transform } = digestOnce();

test('Astro hashes each inline script once', async () => {
  const changed = transform(await readFile(file, 'utf8'), file) ?? '';
  expect(changed.match(/crypto\.subtle\.digest\(algorithm/g)).toHaveLength(1);
  expect(changed.indexOf('digests.has(key)')).toBeLessThan(changed.indexOf('crypto.subtle.digest(algorithm'));
});

test('another version of it fails the build, and other files stay as they are', () => {
  expect(() => transform('export {};', file)).toThrow('another generateCspDigest');
  expect(transform('export {};', '/src/pages/index.astro')).toBeUndefined();
});
