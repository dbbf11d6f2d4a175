import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import { makeOnlineRecord, makeReplay } from '#testing/make-lists.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const author = await asMember(world);
const list = listAt(app.routes, '/api/tracks/dedimania');
const logins = async (query: string, ctx = world) =>
  (await ask(ctx, list, `fields=Login&${query}`)).Results.map((row) => row.Login);

const uidOf = async (trackId: number) =>
  (
    await db
      .selectFrom('track_version')
      .where('site', '=', 'tmnf')
      .where('track_id', '=', trackId)
      .select('uid')
      .executeTakeFirstOrThrow()
  ).uid;
const track = await makeTrack(author);
const hidden = await makeTrack(author, { isPublic: false });
const uid = await uidOf(track);
await makeOnlineRecord(world, { uid, login: 'slow', timeMs: 50_000 });
await makeOnlineRecord(world, { uid, login: 'zoe', timeMs: 41_000, mode: 0, server: 'Night shift' });
await makeOnlineRecord(world, { uid, login: 'ann', timeMs: 41_000 });
await makeOnlineRecord(world, { uid: await uidOf(hidden), login: 'ann', timeMs: 1_000 });
await makeOnlineRecord(world, { uid: 'of no track here', login: 'ann', timeMs: 1_000 });

test('of a track: time, then login', async () => {
  expect(await logins(`trackId=${track}`)).toEqual(['ann', 'zoe', 'slow']);
  expect(await logins(`trackId=${track}&order1=2`)).toEqual(['slow', 'zoe', 'ann']);
  expect(await logins('trackId=99999')).toEqual([]);
});

test('every field', async () => {
  const { Results } = await ask(world, list, `trackid=${track}&login=zoe`);
  expect(Results).toEqual([{ Time: 41_000, Login: 'zoe', Mode: 0, Server: 'Night shift' }]);
  const ids = await ask(world, list, `trackid=${track}&login=zoe&fields=RecordId,TrackId`);
  expect(ids.Results).toEqual([{ RecordId: expect.any(Number), TrackId: track }]);
});

test('records of hidden tracks are visible to their authors, those of unknown tracks to nobody', async () => {
  expect(await logins('login=ann')).toEqual(['ann']);
  expect(await logins('login=ann', author)).toEqual(['ann', 'ann']);
});

test('a login that a replay has proved shows its user, whatever its case', async () => {
  const ann = author.viewer;
  const replayId = await makeReplay(author, { trackId: track, userId: ann.userId, timeMs: 41_000 });
  await db
    .insertInto('game_login')
    .values({
      site: 'tmnf',
      login_key: 'zoe',
      login: 'Zoe',
      user_id: ann.userId,
      replay_id: replayId,
      bound_at: world.clock.now(),
    })
    .execute();
  await makeOnlineRecord(world, { uid, login: 'ZOE', timeMs: 42_000 });
  const { Results } = await ask(world, list, `trackid=${track}&fields=Login,User.UserId,User.Name`);
  const user = { UserId: ann.userId, Name: ann.name };
  expect(Results).toEqual([
    { Login: 'ann', User: null },
    { Login: 'zoe', User: user },
    { Login: 'ZOE', User: user },
    { Login: 'slow', User: null },
  ]);
});
