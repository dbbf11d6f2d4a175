import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { Client } from '#testing/client.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { userById } from '../page/server/show.ts';
import { recountPeople } from './recount.ts';

const { db } = await testDb({ editions: 'all' });
const ctx = await testCtx({ db, site: 'tmnf' });
const client = new Client(ctx, app.routes);
await client.post('/register', { Name: 'Ann', Email: 'ann@example.org', Password: 'long enough' });
const ann = await client.viewer();

/** Creates only a row: these tests do not use its file. */
async function seedTrack(trackId: number, set: { awards?: number; is_public?: boolean } = {}) {
  const now = ctx.clock.now();
  const at = { uploaded_at: now, updated_at: now, activity_at: now };
  const kind = { primary_type: 0, environment: 7, car: 7, mood: 1, difficulty: 0, routes: 0, tags: [1] };
  await db
    .insertInto('track')
    .values({
      site: 'tmnf',
      track_id: trackId,
      uploader_id: ann.userId,
      name: 'x',
      name_folded: 'x',
      author_time_ms: 1,
      ...kind,
      ...at,
      ...set,
    })
    .execute();
  await db
    .insertInto('track_author')
    .values({ site: 'tmnf', track_id: trackId, user_id: ann.userId, is_uploader: true, is_pending: false })
    .execute();
}

test('a user is found on their own edition only, with public counters', async () => {
  await seedTrack(1, { awards: 4 });
  await seedTrack(2, { awards: 5 });
  await seedTrack(3, { awards: 90, is_public: false });
  await recountPeople(ctx, [ann.userId]);
  expect(await userById(ctx, ann.userId)).toMatchObject({
    userId: ann.userId,
    name: 'Ann',
    registeredAt: ctx.clock.now(),
    customTitle: null,
    isSupporter: false,
    grantedLevel: null,
    isClosed: false,
    counters: { Tracks: 2, TrackAwardsReceived: 9, Favorites: 0 },
  });
  expect(await userById(seenFrom(ctx, { site: 'tmo' }), ann.userId)).toBeUndefined();
  expect(await userById(ctx, 999)).toBeUndefined();
});

test('ninety days and ten awards on an edition make a user trusted there', async () => {
  const elsewhere = client.on('tms', app.routes);
  ctx.clock.forward({ days: 90 });
  for (const browser of [client, elsewhere]) await browser.signIn({ Name: 'Ann', Password: 'long enough' });
  expect((await client.viewer()).level).toBe(3);
  await db
    .updateTable('track')
    .set({ awards: 0 })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', 3)
    .execute();
  expect((await client.viewer()).level).toBe(2);
  expect((await elsewhere.viewer()).level).toBe(2);
});
