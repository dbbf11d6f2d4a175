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
  const median = async (hash: string | null) => {
    const times = [];
    for (let run = 0; run < 7; run++) times.push(await timed(hash));
    return times.sort((a, b) => a - b)[3] ?? 0;
  };
  const [known, unknown] = [await median(stored), await median(null)];
  expect(unknown).toBeGreaterThan(known * 0.5);
  expect(unknown).toBeLessThan(known * 2);
});
