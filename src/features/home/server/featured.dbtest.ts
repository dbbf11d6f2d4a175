import { expect, test } from 'vitest';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { featuredTrack } from './featured.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ann = await asMember(world);

async function pick(comment: string, isPublic = true) {
  const track_id = await makeTrack(ann, { isPublic, isListed: isPublic });
  const featured_by = ann.viewer.userId;
  const featured_at = world.clock.now();
  await db
    .insertInto('track_feature')
    .values({ site: 'tmnf', track_id, comment, featured_by, featured_at })
    .execute();
}

test('the latest public pick is shown for seven days', async () => {
  expect(await featuredTrack(world)).toBeNull();
  await pick('first');
  world.clock.forward({ days: 1 });
  await pick('second');
  world.clock.forward({ hours: 1 });
  await pick('hidden', false);
  expect((await featuredTrack(world))?.Feature?.Comment).toBe('second');
  world.clock.forward({ days: 7 });
  expect(await featuredTrack(world)).toBeNull();
});
