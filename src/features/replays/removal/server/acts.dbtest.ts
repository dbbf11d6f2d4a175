import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { recountPeople } from '#features/users/server/recount.ts';
import { Level } from '#lib/codes/level.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import { analyse, drivableTrack, post, posted, replayBytes } from '#testing/replays.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { endSecrets } from '../../secret/server/end-secrets.ts';

const { db } = await testDb({ max: 10 });
const world = await testCtx({ db, site: 'tmnf' });
const author = await Uploader.of(await asMember(world));
const ann = await Uploader.of(await asMember(world));
const ben = await Uploader.of(await asMember(world));
const mod = await Uploader.of(await asMember(world, Level.moderator));

const send = (who: Uploader, path: string, fields: Record<string, string> = {}) =>
  who.ask('POST', path, { form: new URLSearchParams(fields) });
const row = (replayId: number) =>
  db
    .selectFrom('replay')
    .where('site', '=', 'tmnf')
    .where('replay_id', '=', replayId)
    .select(['is_best', 'top_position', 'deleted_by', 'deletion_reason', 'secret_until'])
    .executeTakeFirstOrThrow();
const noticesOf = async (who: Uploader, kind: string) =>
  (
    await db
      .selectFrom('notice')
      .where('site', '=', 'tmnf')
      .where('user_id', '=', who.ctx.viewer.userId)
      .where('kind', '=', kind)
      .select('text')
      .execute()
  ).map(({ text }) => text);
const actsOf = async (replayId: number) =>
  (
    await db
      .selectFrom('moderation_act')
      .where('site', '=', 'tmnf')
      .where('subject_id', '=', replayId)
      .orderBy('act_id')
      .select(['act', 'reason'])
      .execute()
  ).map(({ act, reason }) => `${act}: ${reason}`);

test('a driver deletes and restores a replay; the board is updated', async () => {
  const { uid } = await drivableTrack(author.ctx);
  const first = await posted(ann, { uid, bestTimeMs: 42_000 });
  const second = await posted(ben, { uid, bestTimeMs: 43_000 });
  const better = await posted(ann, { uid, bestTimeMs: 41_000 });
  expect((await send(ann, `/replaydelete/${better.ReplayId}`)).status).toBe(200);
  expect(await row(better.ReplayId)).toMatchObject({ is_best: false, top_position: null });
  expect(await row(first.ReplayId)).toMatchObject({ is_best: true, top_position: 0 });
  expect((await send(ann, `/replaydelete/${better.ReplayId}`)).status).toBe(409);
  expect((await ben.ask('GET', `/recordgbx/${better.ReplayId}`)).status).toBe(404);
  expect((await ann.ask('GET', `/recordgbx/${better.ReplayId}`)).status).toBe(200);
  expect((await send(ann, `/replayrestore/${better.ReplayId}`)).status).toBe(200);
  expect(await row(better.ReplayId)).toMatchObject({ is_best: true, top_position: 0, deleted_by: null });
  expect(await row(first.ReplayId)).toMatchObject({ is_best: false });
  expect(await row(second.ReplayId)).toMatchObject({ top_position: 1 });
  expect(await actsOf(better.ReplayId)).toEqual([]);
});

test('a moderator needs a reason, which is logged and sent to the driver, who cannot undo it', async () => {
  const { uid } = await drivableTrack(author.ctx, { name: 'Floodlight' });
  const { ReplayId } = await posted(ann, { uid });
  expect((await send(mod, `/replaydelete/${ReplayId}`)).problem).toMatchObject({
    status: 400,
    field: 'Reason',
  });
  expect((await send(mod, `/replaydelete/${ReplayId}`, { Reason: 'Cut  found' })).status).toBe(200);
  expect(await row(ReplayId)).toMatchObject({ deletion_reason: 'Cut  found' });
  expect(await noticesOf(ann, 'replay.deleted')).toEqual([
    'A moderator deleted your replay on “Floodlight”: Cut found',
  ]);
  const { problem } = await send(ann, `/replayrestore/${ReplayId}`);
  expect(problem?.detail).toBe('A moderator deleted this replay. Only moderators can restore it.');
  expect((await send(mod, `/replayrestore/${ReplayId}`, { Reason: 'No cut after all' })).status).toBe(200);
  expect(await row(ReplayId)).toMatchObject({ is_best: true, top_position: 0, deletion_reason: null });
  expect(await actsOf(ReplayId)).toEqual(['replay.delete: Cut  found', 'replay.restore: No cut after all']);
  expect(await noticesOf(ann, 'replay.restored')).toHaveLength(1);
});

test('two moderators who delete one replay at once: one succeeds, the other is refused', async () => {
  const { uid } = await drivableTrack(author.ctx);
  const { ReplayId } = await posted(ann, { uid });
  const other = await Uploader.of(await asMember(world, Level.moderator));
  const answers = await Promise.all(
    [mod, other].map((who) => send(who, `/replaydelete/${ReplayId}`, { Reason: 'Cut' })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a secret time: hidden from others, shown to driver, authors and moderators, and ended by the author', async () => {
  const { uid, trackId } = await drivableTrack(author.ctx);
  const { ReplayId } = await posted(ann, { uid });
  const seenBy = async (who: Uploader) =>
    (
      await ask(
        who.ctx,
        listAt(app.routes, '/api/replays'),
        `trackid=${trackId}&fields=ReplayTime,IsSecret,Position`,
      )
    ).Results[0];
  const medals = async () => {
    const { bronze_medals } = await db
      .selectFrom('profile')
      .where('site', '=', 'tmnf')
      .where('user_id', '=', ann.ctx.viewer.userId)
      .select('bronze_medals')
      .executeTakeFirstOrThrow();
    return bronze_medals;
  };
  const withMedal = await medals();
  expect((await send(ann, `/replaysecret/${ReplayId}`, { SecretUntil: '2026-12-01' })).status).toBe(403);
  expect((await send(author, `/replaysecret/${ReplayId}`, { SecretUntil: '2026-12-01' })).status).toBe(200);
  expect(await medals(), 'the medal of a secret result is not counted').toBe(withMedal - 1);
  await recountPeople(ann.ctx, [ann.ctx.viewer.userId]);
  expect(await medals()).toBe(withMedal - 1);
  const hidden = { ReplayTime: 0, IsSecret: true, Position: 0 };
  const known = { ReplayTime: 40_000, IsSecret: false, Position: 0 };
  expect(await seenBy(ben)).toEqual(hidden);
  for (const who of [ann, author, mod]) expect(await seenBy(who)).toEqual(known);
  expect((await ben.ask('GET', `/recordgbx/${ReplayId}`)).status).toBe(403);
  expect((await ann.ask('GET', `/recordgbx/${ReplayId}`)).status).toBe(200);
  const late = await send(author, `/replaysecret/${ReplayId}`, { SecretUntil: '2027-02-01' });
  expect(late.problem).toMatchObject({ status: 422, field: 'SecretUntil' });
  expect((await send(author, `/replaysecret/${ReplayId}`, { SecretUntil: '' })).status).toBe(200);
  expect(await seenBy(ben)).toEqual(known);
  expect(await medals()).toBe(withMedal);

  await send(author, `/replaysecret/${ReplayId}`, { SecretUntil: '2026-12-01' });
  await db
    .updateTable('replay')
    .set({ secret_until: world.clock.now() })
    .where('site', '=', 'tmnf')
    .where('replay_id', '=', ReplayId)
    .execute();
  await endSecrets.run(world, 'test', {});
  expect(await medals(), 'the job that ends secrets counts it').toBe(withMedal);
});

test('a moderator removes a login, and the next replay with it binds it again', async () => {
  const here = await drivableTrack(author.ctx);
  const there = await drivableTrack(author.ctx);
  await posted(ann, { uid: here.uid, login: 'Shared.Pc' });
  expect((await send(ben, '/loginunbind/shared.pc', { Reason: 'mine' })).status).toBe(403);
  expect((await send(mod, '/loginunbind/shared.pc')).problem).toMatchObject({ field: 'Reason' });
  expect((await send(mod, '/loginunbind/Shared.PC', { Reason: 'It is a club computer' })).status).toBe(200);
  expect((await send(mod, '/loginunbind/shared.pc', { Reason: 'again' })).status).toBe(404);
  expect(await noticesOf(ann, 'login.removed')).toEqual([
    'A moderator removed the login Shared.Pc from your account: It is a club computer',
  ]);
  await posted(ben, { uid: there.uid, login: 'shared.pc' });
  const bound = await db
    .selectFrom('game_login')
    .where('site', '=', 'tmnf')
    .where('login_key', '=', 'shared.pc')
    .select('user_id')
    .executeTakeFirst();
  expect(bound?.user_id).toBe(ben.ctx.viewer.userId);
});

test('users give up their own login without a reason, nobody is notified, and others can bind it', async () => {
  const here = await drivableTrack(author.ctx);
  const there = await drivableTrack(author.ctx);
  await posted(ann, { uid: here.uid, login: 'Given.Up' });
  const notices = (await noticesOf(ann, 'login.removed')).length;
  expect((await send(ann, '/loginunbind/given.up')).status).toBe(200);
  expect((await send(ann, '/loginunbind/given.up')).status).toBe(404);
  expect(await noticesOf(ann, 'login.removed')).toHaveLength(notices);
  await posted(ben, { uid: there.uid, login: 'given.up' });
  expect((await send(ann, '/loginunbind/given.up')).status).toBe(403);
});

const idOf = (results: readonly object[]): number => {
  const [result] = results;
  if (!result || !('ReplayId' in result)) throw new Error(`Not uploaded: ${JSON.stringify(result)}`);
  return Number(result.ReplayId);
};

test('a replay that its driver deleted can be posted again, by any user, and is then not restored', async () => {
  const { uid, trackId } = await drivableTrack(author.ctx);
  for (const again of [ben, ann]) {
    const file = replayBytes({ uid, bestTimeMs: again === ben ? 43_000 : 42_000 });
    const id = idOf((await post(ann, [file])).results);
    expect((await analyse(ben, file)).refusal).toBe('This exact replay is already on TMNF.');
    await send(ann, `/replaydelete/${id}`);
    expect((await analyse(again, file)).refusal).toBeNull();
    const newId = idOf((await post(again, [file])).results);
    for (const who of [ann, mod]) {
      const { status, problem } = await send(who, `/replayrestore/${id}`, { Reason: 'please' });
      expect([status, problem?.detail, problem?.link]).toEqual([
        409,
        `This run has since been uploaded again as replay ${newId}. Only one of them can be on the leaderboard.`,
        `/trackshow/${trackId}`,
      ]);
    }
    await send(again, `/replaydelete/${newId}`);
    expect((await send(ann, `/replayrestore/${id}`)).status).toBe(200);
    await send(ann, `/replaydelete/${id}`);
  }
});

test('the same run in another file keeps a deleted replay of its driver from being restored, a better run does not', async () => {
  const { uid } = await drivableTrack(author.ctx);
  const first = await posted(ann, { uid, bestTimeMs: 45_000 });
  await send(ann, `/replaydelete/${first.ReplayId}`);
  const better = await posted(ann, { uid, bestTimeMs: 44_999 });
  expect((await send(ann, `/replayrestore/${first.ReplayId}`)).status).toBe(200);
  for (const { ReplayId } of [first, better]) await send(ann, `/replaydelete/${ReplayId}`);
  await posted(ann, { uid, bestTimeMs: 45_000 });
  expect((await send(ann, `/replayrestore/${first.ReplayId}`)).status).toBe(409);
  expect((await send(ann, `/replayrestore/${better.ReplayId}`)).status).toBe(200);
});

test('a replay that a moderator deleted is refused, for its driver with the page that gives the reason', async () => {
  const { uid } = await drivableTrack(author.ctx);
  const file = replayBytes({ uid });
  const id = idOf((await post(ann, [file])).results);
  await send(mod, `/replaydelete/${id}`, { Reason: 'A cut' });
  const issueFor = async (who: Uploader) => (await analyse(who, file)).analysis?.Issues[0];
  expect(await issueFor(ben)).toMatchObject({ Code: 'duplicate', Link: '/crew' });
  expect(await issueFor(ann)).toMatchObject({ Code: 'duplicate', Link: `/replayrestore/${id}` });
});

test('replays of a deleted track can be posted on the track that was uploaded again', async () => {
  const { uid, trackId } = await drivableTrack(author.ctx);
  const file = replayBytes({ uid });
  await post(ann, [file]);
  const again = await drivableTrack(author.ctx);
  await db
    .updateTable('track')
    .set({
      deleted_at: world.clock.now(),
      deleted_by: author.ctx.viewer.userId,
      is_public: false,
      is_listed: false,
    })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', trackId)
    .execute();
  await db
    .updateTable('track_version')
    .set({ uid })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', again.trackId)
    .execute();
  expect(idOf((await post(ann, [file])).results)).toBeGreaterThan(0);
});

test('the measurement of a file ends with its last replay', async () => {
  const { uid } = await drivableTrack(author.ctx);
  const file = replayBytes({ uid });
  const first = idOf((await post(ann, [file])).results);
  await send(ann, `/replaydelete/${first}`);
  const second = idOf((await post(ben, [file])).results);
  const { sha256 } = await db
    .selectFrom('replay')
    .where('site', '=', 'tmnf')
    .where('replay_id', '=', first)
    .select('sha256')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('replay_measurement')
    .values({
      site: 'tmnf',
      sha256,
      version: 1,
      measured_at: world.clock.now(),
      measured: null,
      changes: null,
      refusal_code: 'test',
      refusal: 'test',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const left = async () =>
    (
      await db
        .selectFrom('replay_measurement')
        .where('site', '=', 'tmnf')
        .where('sha256', '=', sha256)
        .selectAll()
        .execute()
    ).length;
  for (const [id, expected] of [
    [first, 1],
    [second, 0],
  ] as const) {
    for (const table of ['replay_upload', 'replay'] as const)
      await db.deleteFrom(table).where('site', '=', 'tmnf').where('replay_id', '=', id).execute();
    expect(await left()).toBe(expected);
  }
});
