import { Secret, URI } from 'otpauth';
import { expect, test } from 'vitest';
import { appLink, newAppSecret, stepOfCode } from './code-app.ts';

// RFC 6238, appendix B: the last six digits of its SHA-1 codes
const rfcSecret = Secret.fromLatin1('12345678901234567890').base32;

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is %s', (second, code) =>
  expect(stepOfCode(rfcSecret, code, new Date(second * 1000))).toBe(Math.floor(second / 30)),
);

const step = 37_037_037; // of the code 050471: seconds 1111111110 to 1111111139

test.each([
  ['two steps early', -60, null],
  ['at the last second of two steps early', -31, null],
  ['one step early', -30, step],
  ['at its first second', 0, step],
  ['at its last second', 29, step],
  ['one step late', 30, step],
  ['at the last second of one step late', 59, step],
  ['two steps late', 60, null],
])('a clock that is %s', (_, seconds, expected) =>
  expect(stepOfCode(rfcSecret, '050471', new Date((1_111_111_110 + seconds) * 1000))).toBe(expected),
);

test.each(['', '05047', '0504711', '50471', 'abcdef', '05047１', '050472'])('%j is not a code', (code) =>
  expect(stepOfCode(rfcSecret, code, new Date(1_111_111_111_000))).toBeNull(),
);

test('a secret has 160 bits and is new each time', () => {
  const secrets = [newAppSecret(), newAppSecret()];
  for (const secret of secrets) expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
  expect(secrets[0]).not.toBe(secrets[1]);
});

test('the address for code apps contains site, user and secret', () => {
  const link = appLink(rfcSecret, 'Paddock', 'Ann & Bo: x');
  expect(link).toMatch(/^otpauth:\/\/totp\//);
  expect(URI.parse(link)).toMatchObject({ issuer: 'Paddock', digits: 6, period: 30, algorithm: 'SHA1' });
  expect(new URL(link).searchParams.get('secret')).toBe(rfcSecret);
});
