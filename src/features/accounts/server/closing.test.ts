import { expect, test } from 'vitest';
import { retryOnDeadlock } from './closing.ts';

const failing = (times: number, code: string) => {
  let tries = 0;
  const step = async () => {
    if (++tries <= times) throw Object.assign(new Error('failed'), { code });
    return tries;
  };
  return step;
};

test('a transaction that a deadlock ended runs again, five times at most; other errors are final', async () => {
  expect(await retryOnDeadlock(failing(4, '40P01'))).toBe(5);
  await expect(retryOnDeadlock(failing(5, '40P01'))).rejects.toThrow('failed');
  await expect(retryOnDeadlock(failing(1, '23505'))).rejects.toThrow('failed');
});
