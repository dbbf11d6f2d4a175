import { expect, test, vi } from 'vitest';
import { FakeClock } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { addressKeyDays, RotatingKey, sweepAddressKeys } from './rotating-key.ts';

const { db } = await testDb();
const names = async () =>
  (await db.selectFrom('server_secret').select('name').where('name', 'like', 'address %').execute()).length;

test('all processes use one key for 30 days, then another, and the old one is deleted', async () => {
  // the first moment of a period
  const clock = new FakeClock(new Date(700 * addressKeyDays * 86_400_000));
  const [one, two] = await Promise.all([RotatingKey.load({ db, clock }), RotatingKey.load({ db, clock })]);
  const first = one.current;
  expect(first).toMatch(/^[\w-]{43}$/);
  expect(two.current).toBe(first);
  clock.forward({ days: addressKeyDays, seconds: -1 });
  expect(one.current).toBe(first);
  clock.forward({ seconds: 1 });
  const second = one.current;
  expect(second).not.toBe(first);
  expect(two.current).toBe(second);
  await vi.waitFor(async () => expect(await names()).toBe(3));
  await sweepAddressKeys({ db, clock });
  const left = await db
    .selectFrom('server_secret')
    .select('value')
    .where('name', 'like', 'address %')
    .execute();
  expect(left.map(({ value }) => value)).not.toContain(first);
  expect(left.map(({ value }) => value)).toContain(second);
  expect(left).toHaveLength(2);
});

test('a process that was suspended for months uses the key of the others', async () => {
  const clock = new FakeClock(new Date(800 * addressKeyDays * 86_400_000));
  const sleeper = await RotatingKey.load({ db, clock });
  clock.forward({ days: 5 * addressKeyDays });
  const awake = await RotatingKey.load({ db, clock });
  expect(sleeper.current).toMatch(/^[\w-]{43}$/);
  await vi.waitFor(() => expect(sleeper.current).toBe(awake.current));
});
