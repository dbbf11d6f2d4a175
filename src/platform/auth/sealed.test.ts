import { expect, test } from 'vitest';
import { keyedHash, seal, unseal } from './sealed.ts';

const sealed = seal('a key', 'account 1', 'the secret');

test('a sealed text can be opened, and is different each time', () => {
  expect(unseal('a key', 'account 1', sealed)).toBe('the secret');
  expect(seal('a key', 'account 1', 'the secret')).not.toBe(sealed);
  expect(Buffer.from(sealed, 'base64url').toString()).not.toContain('secret');
});

test.each([
  ['another key', 'b key', 'account 1', sealed],
  ['another owner', 'a key', 'account 2', sealed],
  ['a changed byte', 'a key', 'account 1', `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`],
  ['a shortened text', 'a key', 'account 1', sealed.slice(0, -2)],
])('%s opens nothing', (_, key, owner, text) => expect(() => unseal(key, owner, text)).toThrow());

test('a keyed hash depends on key, use and text', () => {
  const hashes = [
    ['k', 'u', 't'],
    ['l', 'u', 't'],
    ['k', 'v', 't'],
    ['k', 'u', 'v'],
  ].map(([key = '', use = '', text = '']) => keyedHash(key, use, text).toString('hex'));
  expect(new Set(hashes).size).toBe(4);
});
