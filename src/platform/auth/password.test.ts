import { expect, test } from 'vitest';
import { hashPassword, passwordProblem, verifyPassword } from './password.ts';

const ann = { name: 'Ann Driver', email: 'ann.driver@example.org' };

test.each([
  ['short', 'at least 8'],
  ['x'.repeat(201), 'at most 200'],
  ['ann driver', 'name or e-mail'],
  ['ANN.DRIVER@example.org', 'name or e-mail'],
  ['ann.driver', 'name or e-mail'],
  ['abababab', 'three different'],
])('the password %s is refused', (password, reason) =>
  expect(passwordProblem(password, ann)).toContain(reason),
);

test.each([['correct horse'], ['ann driver 1'], ['日本語のパスワード']])(
  'the password %s is taken',
  (password) => expect(passwordProblem(password, ann)).toBeNull(),
);

test('a hash is argon2id at the stated cost, and only the right password opens it', async () => {
  const stored = await hashPassword('Ünlocked door');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(stored, 'U\u0308nlocked door')).toBe(true);
  expect(await verifyPassword(stored, 'unlocked door')).toBe(false);
});

test('without an account nothing is right, after the same work', async () => {
  const stored = await hashPassword('correct horse');
  const timed = async (hash: string | null) => {
    const start = performance.now();
    expect(await verifyPassword(hash, 'something else')).toBe(false);
    return performance.now() - start;
  };
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < 7; round++) {
    times[0].push(await timed(stored));
    times[1].push(await timed(null));
  }
  const [known = 0, unknown = 0] = times.map((taken) => taken.sort((a, b) => a - b)[3] ?? 0);
  expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(2.5);
});
