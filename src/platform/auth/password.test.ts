import { parseOptions } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { visitor } from '#platform/viewer.ts';
import { allSites } from '#sites/all.ts';
import { directHasher, type PasswordHasher } from './hashing/hasher.ts';
import { hashPassword, inCommands, passwordProblem, verifyPassword } from './password.ts';

const ann = { name: 'Ann Driver', email: 'ann.driver@example.org', sites: await allSites() };

test.each([
  ['short', 'at least 8'],
  ['x'.repeat(201), 'at most 200'],
  ['ann driver', 'more than your name'],
  ['ANN.DRIVER@example.org', 'more than your name'],
  ['ann.driver', 'more than your name'],
  ['driver-2026', 'more than your name'],
  ['4nn driver 1', null],
  ['DriverAnn!!', 'more than your name'],
  ['ＡｎｎＤｒｉｖｅｒ', 'more than your name'],
  ['paddock1', 'words of this site'],
  ['Paddock2026!', 'words of this site'],
  ['NationsForever', 'words of this site'],
  ['trackmania', 'words of this site'],
  ['tmnf-tmnf-1', 'words of this site'],
  ['ann@paddock99', 'words of this site'],
  ['mypassword', 'most common'],
  ['abababab', 'three different'],
  ['12345678', 'most common'],
  ['Sunshine1', 'most common'],
  ['DRAGON2024!', 'most common'],
  ['qwertyuiop', 'most common'],
  ['ｉｌｏｖｅｙｏｕ', 'most common'],
])('the password %s is refused: %s', async (password, reason) => {
  const problem = await passwordProblem(password, ann);
  if (reason === null) expect(problem).toBeNull();
  else expect(problem).toContain(reason);
});

test('every long enough password of the list is refused: far more than the 3,000 most common', async () => {
  const long = dictionary['passwords-common'].filter((password) => password.length >= 8);
  expect(long.length).toBeGreaterThan(15_000);
  for (const password of long) {
    if ((await passwordProblem(password, ann)) === null) expect.unreachable(password);
    if ((await passwordProblem(`${password.toUpperCase()}1`, ann)) === null)
      expect.unreachable(`${password}1`);
  }
}, 60_000);

test.each([['correct horse'], ['a driver named ann'], ['日本語のパスワード'], ['forever and a day']])(
  'the password %s is accepted',
  async (password) => expect(await passwordProblem(password, ann)).toBeNull(),
);

// U+FDFA becomes 18 characters, the ligature ffi three; two jamo become one, as do e and its accent
const long = '\uFDFA';
test.each([
  ['7 of one', 'abcdefg', 'at least 8'],
  ['8 of one', 'abcdxfgh', null],
  ['9 of one', 'abcdxfghi', null],
  ['14 that become 7', 'e\u0301a\u0301o\u0301e\u0301u\u0301i\u0301e\u0301', 'at least 8'],
  ['16 that become 8', 'e\u0301a\u0301o\u0301e\u0301u\u0301i\u0301e\u0301n\u0301', null],
  ['3 that become 7', '\uFB03\uFB03x', 'at least 8'],
  ['4 that become 8', '\uFB03\uFB03xy', null],
  ['8 beyond the first plane', '🏁🚗🏎🛞🏆🥇🛣🚦', null],
  ['7 beyond the first plane', '🏁🚗🏎🛞🏆🥇🛣', 'at least 8'],
  ['199', `${'abc '.repeat(49)}xyz`, null],
  ['200', `${'abc '.repeat(49)}xyzw`, null],
  ['201', `${'abc '.repeat(49)}xyzwv`, 'at most 200'],
  ['12 that become 199', `${long.repeat(11)}x`, null],
  ['13 that become 200', `${long.repeat(11)}xy`, null],
  ['14 that become 201', `${long.repeat(11)}xyz`, 'at most 200'],
  ['12 that become 216', long.repeat(12), 'at most 200'],
])('a password of %s can be set and verified, or neither', async (_, password, reason) => {
  const problem = await passwordProblem(password, ann);
  expect(problem).toEqual(reason === null ? null : expect.stringContaining(reason));
  if (reason === null)
    expect(await verifyPassword(inCommands, await hashPassword(inCommands, password), password)).toBe(true);
  if (reason === 'at most 200')
    expect(await verifyPassword(inCommands, await hashPassword(inCommands, password), password)).toBe(false);
});

test('a password that is too long is never compared partially', async () => {
  const stored = await hashPassword(inCommands, 'abc '.repeat(50));
  expect(await verifyPassword(inCommands, stored, 'abc '.repeat(50))).toBe(true);
  expect(await verifyPassword(inCommands, stored, `${'abc '.repeat(50)}x`)).toBe(false);
});

test('an account without a real hash has no password', async () => {
  for (const password of ['none', '', 'correct horse'])
    expect(await verifyPassword(inCommands, 'none', password)).toBe(false);
});

test('a hash is argon2id at the stated cost, and only the right password opens it', async () => {
  const stored = await hashPassword(inCommands, 'Ünlocked door');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(inCommands, stored, 'U\u0308nlocked door')).toBe(true);
  expect(await verifyPassword(inCommands, stored, 'unlocked door')).toBe(false);
});

test('without an account every password is wrong, after the same work in the same place of the queue', async () => {
  const stored = await hashPassword(inCommands, 'correct horse');
  const works: object[] = [];
  const hasher: PasswordHasher = {
    ...directHasher,
    verify(sender, hash, password) {
      works.push({ sender, ...parseOptions(hash) });
      return directHasher.verify(sender, hash, password);
    },
  };
  const ctx = { hasher, client: { address: '198.51.100.7' }, viewer: visitor };
  for (const hash of [stored, null, 'none', '$2b$10$other'])
    expect(await verifyPassword(ctx, hash, 'something else')).toBe(false);
  expect(await verifyPassword(ctx, stored, 'x'.repeat(201))).toBe(false);
  const work = {
    sender: expect.objectContaining({ client: 'network 198.51.100.7' }),
    ...parseOptions(stored),
  };
  expect(works).toEqual([work, work, work, work, work]);
});
