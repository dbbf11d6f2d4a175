import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { userList } from '#features/users/list/server/list.ts';
import { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makePack } from '#testing/make-lists.ts';
import { asMember, makeMember, makeTrack } from '#testing/tracks.ts';
import { params } from './params.ts';
import { randomRow } from './random.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ids: number[] = [];
for (let n = 0; n < 12; n++) ids.push((await makeMember(world)).userId);
// a long gap in the ids must not favour the row after it
const far = ids.at(-1) ?? 0;
await db
  .updateTable('profile')
  .set({ user_id: 900, tracks: 5 })
  .where('site', '=', 'tmnf')
  .where('user_id', '=', far)
  .execute();
ids[11] = 900;
const visitor = new Client(world, app.routes);

test('each row is as likely as any other, next to a gap too', { timeout: 60_000 }, async () => {
  const seen = new Map<number, number>();
  const draws = 600;
  for (let n = 0; n < draws; n++) {
    const id = await randomRow(world, userList, params({}));
    seen.set(id ?? 0, (seen.get(id ?? 0) ?? 0) + 1);
  }
  expect([...seen.keys()].sort((a, b) => a - b)).toEqual(ids);
  // 50 each on average; a fair draw leaves the range 14..95 once in a million runs
  for (const times of seen.values()) {
    expect(times).toBeGreaterThan(14);
    expect(times).toBeLessThan(95);
  }
});

test('filters apply, and a rare row is found', async () => {
  expect(await randomRow(world, userList, params({ tracksmin: 5 }))).toBe(900);
  expect(await randomRow(world, userList, params({ id: ids.slice(0, 1).join() }))).toBe(ids[0]);
});

test('the redirect is relative, and 404 when nothing matches', async () => {
  const found = await visitor.send('GET', '/userrandom?tracksmin=5&view=tiles&order1=1');
  expect([found.status, found.headers?.location]).toEqual([302, '/usershow/900']);
  expect((await visitor.send('HEAD', '/userrandom?tracksmin=5')).status).toBe(302);
  const nobody = await visitor.send('GET', '/userrandom?name=nobody');
  expect(nobody.problem).toMatchObject({ status: 404, detail: 'No results found.' });
  expect((await visitor.send('GET', '/videorandom')).status).toBe(404);
  expect((await visitor.send('GET', '/userrandom?tracksmin=x')).problem?.field).toBe('tracksmin');
});

test('an unlisted track that its secret finds is shown with it', async () => {
  const trackId = await makeTrack(await asMember(world), { isListed: false });
  const { secret_key: key } = await db
    .selectFrom('track')
    .where('site', '=', 'tmnf')
    .where('track_id', '=', trackId)
    .select('secret_key')
    .executeTakeFirstOrThrow();
  const found = await visitor.send('GET', `/trackrandom?secret=${key}`);
  expect([found.status, found.headers?.location]).toEqual([302, `/trackshow/${trackId}?key=${key}`]);
  expect((await visitor.send('GET', '/trackrandom')).status).toBe(404);
});

test('no redirect leads to a hidden pack', async () => {
  const ownerId = ids[0] ?? 0;
  await makePack(world, { ownerId, name: 'Hidden', isPublic: false });
  expect((await visitor.send('GET', '/trackpackrandom')).status).toBe(404);
  const open = await makePack(world, { ownerId, name: 'Open' });
  expect((await visitor.send('GET', '/trackpackrandom')).headers?.location).toBe(`/trackpackshow/${open}`);
});
