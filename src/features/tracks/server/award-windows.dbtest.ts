import { expect, test } from 'vitest';
import { makeTrack, makeUser } from '#demo/make.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeAward } from '#testing/make-lists.ts';
import { countRecentAwards } from './award-windows.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });

test('awards count for 7 and for 30 days', async () => {
  const builder = await makeUser(world);
  const fans = [await makeUser(world), await makeUser(world), await makeUser(world), await makeUser(world)];
  const trackId = await makeTrack(world, builder);
  const quiet = await makeTrack(world, builder);
  const now = world.clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  for (const [at, days] of [1, 6.9, 8, 31].entries())
    await makeAward(world, { trackId, userId: fans[at]?.userId ?? 0, text: 'fine', at: daysAgo(days) });
  const counts = async (id: number) =>
    await db
      .selectFrom('track')
      .where('site', '=', 'tmnf')
      .where('track_id', '=', id)
      .select(['awards_week', 'awards_month'])
      .executeTakeFirstOrThrow();

  await countRecentAwards(db, 'tmnf', now, quiet);
  expect(await counts(trackId)).toEqual({ awards_week: 0, awards_month: 0 });
  await countRecentAwards(db, 'tmnf', now, trackId);
  expect(await counts(trackId)).toEqual({ awards_week: 2, awards_month: 3 });
  await countRecentAwards(db, 'tmnf', daysAgo(-23));
  expect(await counts(trackId)).toEqual({ awards_week: 0, awards_month: 2 });
  await countRecentAwards(db, 'tmnf', daysAgo(-40));
  expect(await counts(trackId)).toEqual({ awards_week: 0, awards_month: 0 });
  expect(await counts(quiet)).toEqual({ awards_week: 0, awards_month: 0 });
});
