import { expect, test } from 'vitest';
import { closeAccount, reopenAccount } from '#features/accounts/server/closing.ts';
import { eraseDueAccounts } from '#features/accounts/server/erasing.ts';
import { personalData } from '#personal-data.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { type Place, places } from './places.ts';
import { type GoneWorld, makeGoneWorld, word } from './world.ts';

const { db } = await testDb();
const ctx: TestCtx = await testCtx({ db, site: 'tmnf' });
const world: GoneWorld = await makeGoneWorld(ctx);
const accountId = world.leaver.viewer.accountId ?? 0;
const covered = new Set(personalData.flatMap(({ covers }) => covers));
const tested = places.filter(({ needs }) => needs === undefined || covered.has(needs));

/** The places where something of the user can be read. */
async function seenAt(): Promise<string[]> {
  const seen: string[] = [];
  for (const place of tested) if (await shows(place)) seen.push(place.name);
  return seen;
}
const shows = async ({ read }: Place) => (await read(world)).includes(word);

const close = () =>
  closeAccount(ctx, personalData, {
    account_id: accountId,
    by_owner: true,
    reason: '',
    tracks: 'removed',
    origin: 'http://localhost',
    erase_at: new Date(ctx.clock.now().getTime() + 14 * 86_400_000),
  });

/**
 * Erases as the nightly job does, interrupted after one transaction, then after two, and so on. Each run begins where the one before
 * has left the database.
 */
async function eraseInterrupted(): Promise<void> {
  for (let steps = 1; ; steps++) {
    let left = steps;
    const entries = personalData.map((entry) => ({
      ...entry,
      ...(entry.erase && {
        erase: async (...given: Parameters<typeof entry.erase>) => {
          if (left === 0) throw new Error('interrupted');
          left -= 1;
          return (await entry.erase?.(...given)) === true;
        },
      }),
    }));
    const ended = await eraseDueAccounts(ctx, entries).then(
      () => true,
      () => false,
    );
    if (ended) return expect(steps).toBeGreaterThan(5);
  }
}

/** Lists in which this user is not, whatever happens. */
const without = ['/api/achievements', '/api/leaderboards', '/api/tracks/dedimania'];

test('what a user wrote is seen before, at no place after closing, at the same places after reopening, and never after erasing', async () => {
  const before = await seenAt();
  expect(tested.map(({ name }) => name).filter((name) => !before.includes(name))).toEqual(without);

  await close();
  expect(await seenAt(), 'at once, before any job').toEqual([]);
  await ctx.jobs.runAll(ctx);
  expect(await seenAt(), 'closed').toEqual([]);

  await reopenAccount(ctx, personalData, accountId, null);
  await ctx.jobs.runAll(ctx);
  expect(await seenAt(), 'reopened').toEqual(before);

  await close();
  await ctx.jobs.runAll(ctx);
  ctx.clock.forward({ days: 14 });
  await eraseInterrupted();
  expect(await seenAt(), 'erased').toEqual([]);
  const { state } = await db
    .selectFrom('account_closing')
    .where('account_id', '=', accountId)
    .select('state')
    .executeTakeFirstOrThrow();
  expect(state).toBe('erased');
});
