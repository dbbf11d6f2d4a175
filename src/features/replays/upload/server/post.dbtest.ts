import { expect, test } from 'vitest';
import type { Level } from '#lib/codes/level.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { analyse, drivableTrack, post, posted, replayBytes } from '#testing/replays.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';

const { db } = await testDb({ max: 10 });
const world = await testCtx({ db, site: 'tmnf' });
const author = await asMember(world);
const driver = async (level?: Level) => Uploader.of(await asMember(world, level));
const ann = await driver();
const ben = await driver();

const row = (replayId: number) =>
  db
    .selectFrom('replay')
    .where('site', '=', 'tmnf')
    .where('replay_id', '=', replayId)
    .selectAll()
    .executeTakeFirstOrThrow();
const noticesOf = (who: Uploader) =>
  db
    .selectFrom('notice')
    .where('site', '=', 'tmnf')
    .where('user_id', '=', who.ctx.viewer.userId)
    .select(['kind', 'text', 'link'])
    .execute();

test('a replay finds its track, is analysed, and is posted with its key', async () => {
  const { trackId, uid } = await drivableTrack(author);
  const bytes = replayBytes({ uid, bestTimeMs: 41_000, login: 'Ann.Login' });
  const { analysis } = await analyse(ann, bytes);
  expect(analysis).toMatchObject({
    FileName: 'a.Replay.Gbx',
    UId: uid,
    Track: { TrackId: trackId, Type: 0 },
    IsOldVersion: false,
    ReplayTime: 41_000,
    Medal: 4,
    Position: 0,
    Difference: null,
    DriverLogIn: 'Ann.Login',
    Issues: [{ Level: 'notice', Code: 'new-login' }],
  });
  const { status, results } = await post(ann, [analysis?.UploadKey ?? '']);
  expect(status).toBe(200);
  const outcome = {
    TrackId: trackId,
    Position: 0,
    Medal: 4,
    ReplayTime: 41_000,
    Type: 0,
    BoundLogin: 'Ann.Login',
  };
  expect(results).toMatchObject([outcome]);
  expect((await post(ann, [analysis?.UploadKey ?? ''])).results, 'sent again').toEqual(results);
  const [first] = results;
  if (!first || 'Problem' in first) throw new Error('not posted');
  expect(await row(first.ReplayId)).toMatchObject({
    track_id: trackId,
    user_id: ann.ctx.viewer.userId,
    replay_time_ms: 41_000,
    is_best: true,
    top_position: 0,
    medal: 4,
    driver_login: 'Ann.Login',
    flags: [],
  });
  const answer = await ann.ask('GET', `/recordgbx/${first.ReplayId}`);
  expect(answer.body.equals(bytes), 'the exact bytes').toBe(true);
});

test('a key posts once, however often and concurrently it is sent', async () => {
  const { trackId, uid } = await drivableTrack(author);
  const { analysis } = await analyse(ann, replayBytes({ uid }));
  const key = analysis?.UploadKey ?? '';
  const answers = await Promise.all([1, 2, 3, 4].map(() => post(ann, [key])));
  const ids = answers.flatMap(({ results }) => results.map((one) => ('ReplayId' in one ? one.ReplayId : 0)));
  expect(new Set(ids).size).toBe(1);
  expect(
    await db
      .selectFrom('replay')
      .where('site', '=', 'tmnf')
      .where('track_id', '=', trackId)
      .select('replay_id')
      .execute(),
  ).toHaveLength(1);
  const { results } = await post(ben, [key]);
  expect(results).toMatchObject([{ Problem: { status: 404, field: 'ReplayEntries[0].UploadKey' } }]);
});

test('drivers who post to one track at the same time get different positions', async () => {
  const { trackId, uid } = await drivableTrack(author);
  const drivers = await Promise.all([1, 2, 3, 4, 5].map(() => driver()));
  await Promise.all(drivers.map((who, index) => posted(who, { uid, bestTimeMs: 40_000 + 10 * (index % 2) })));
  const rows = await db
    .selectFrom('replay')
    .where('site', '=', 'tmnf')
    .where('track_id', '=', trackId)
    .where('is_best', '=', true)
    .orderBy('result')
    .orderBy('replay_at')
    .orderBy('replay_id')
    .select('top_position')
    .execute();
  expect(rows.map(({ top_position }) => top_position)).toEqual([0, 1, 2, 3, 4]);
});

test('the same bytes sent by two drivers at once are posted once', async () => {
  const { uid } = await drivableTrack(author);
  const bytes = replayBytes({ uid });
  const answers = await Promise.all([post(ann, [bytes]), post(ben, [bytes])]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test('a better replay beats the driver’s own, and a worse one is refused with the reason', async () => {
  const { trackId, uid } = await drivableTrack(author);
  const first = await posted(ann, { uid, bestTimeMs: 42_000 });
  const { results } = await post(ann, [replayBytes({ uid, bestTimeMs: 42_000 })]);
  expect(results).toMatchObject([
    {
      Problem: {
        status: 422,
        detail: '0.Replay.Gbx: This replay doesn’t beat your best on this track, 00:42.00.',
        link: `/trackshow/${trackId}`,
      },
    },
  ]);
  world.clock.forward({ minutes: 1 });
  const better = await posted(ann, { uid, bestTimeMs: 41_990 });
  expect(await row(first.ReplayId)).toMatchObject({ is_best: false, top_position: null });
  expect(await row(better.ReplayId)).toMatchObject({ is_best: true, top_position: 0 });
});

test('the driver of a beaten record gets a notice, but not for beating their own or for second places', async () => {
  const { uid, trackId } = await drivableTrack(author, { name: 'Floodlight' });
  const cid = await driver();
  const dee = await driver();
  await posted(cid, { uid, bestTimeMs: 45_000 });
  await posted(dee, { uid, bestTimeMs: 46_000 });
  await posted(cid, { uid, bestTimeMs: 44_000 });
  expect(await noticesOf(cid)).toEqual([]);
  expect(await noticesOf(dee)).toEqual([]);
  await posted(dee, { uid, bestTimeMs: 43_000 });
  expect(await noticesOf(cid)).toEqual([
    {
      kind: 'record.beaten',
      text: `${dee.ctx.viewer.name} beat your record on “Floodlight”.`,
      link: `/trackshow/${trackId}`,
    },
  ]);
});

test('of several replays in one form, each is posted or refused on its own', async () => {
  const here = await drivableTrack(author);
  const there = await drivableTrack(author);
  const good = replayBytes({ uid: here.uid });
  const { status, results } = await post(ben, [
    good,
    replayBytes({ uid: there.uid }),
    Buffer.from('not a replay at all, but long enough'),
    replayBytes({ uid: 'Unknown_xxxxxxxxxxxxxxxx' }),
    good,
  ]);
  expect(status).toBe(200);
  const words = results.map((one) => ('Problem' in one ? one.Problem.detail : `track ${one.TrackId}`));
  expect(words).toEqual([
    `track ${here.trackId}`,
    `track ${there.trackId}`,
    '2.Replay.Gbx: This is not a Trackmania file: it does not begin with the letters GBX.',
    '3.Replay.Gbx: This replay’s track isn’t on TMNF.',
    '4.Replay.Gbx: This exact replay is already on TMNF.',
  ]);
});

test('the file of a replay on a hidden track looks unknown to those who cannot see the track', async () => {
  const { trackId, uid } = await drivableTrack(author);
  const bytes = replayBytes({ uid });
  const [first] = (await post(ben, [bytes])).results;
  expect(first).toMatchObject({ TrackId: trackId });
  await db
    .updateTable('track')
    .set({ is_public: false })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', trackId)
    .execute();
  const issuesFor = async (who: Uploader) =>
    (await analyse(who, bytes)).analysis?.Issues.map(({ Code, Link }) => [Code, Link ?? null]);
  expect(await issuesFor(ann)).toEqual([['track', null]]);
  expect(await issuesFor(ben), 'its driver').toEqual([
    ['track', null],
    ['duplicate', `/trackshow/${trackId}`],
  ]);
});

test('platform counts respawns before time, stunts count points', async () => {
  const platform = await drivableTrack(author, {
    primary_type: 2,
    gold_target: 0,
    silver_target: 2,
    bronze_target: 5,
    author_score: 0,
  });
  const slow = await posted(ann, { uid: platform.uid, bestTimeMs: 90_000, respawns: 1 });
  const quick = await posted(ben, { uid: platform.uid, bestTimeMs: 30_000, respawns: 3 });
  expect([slow.Medal, quick.Medal]).toEqual([2, 1]);
  expect([(await row(slow.ReplayId)).top_position, (await row(quick.ReplayId)).top_position]).toEqual([0, 1]);
  const stunts = await drivableTrack(author, {
    primary_type: 3,
    gold_target: 300,
    silver_target: 200,
    bronze_target: 100,
    author_score: 500,
  });
  const few = await posted(ann, { uid: stunts.uid, bestTimeMs: 30_000, stuntScore: 150 });
  const many = await posted(ben, { uid: stunts.uid, bestTimeMs: 60_000, stuntScore: 320 });
  expect([few.Medal, many.Medal]).toEqual([1, 3]);
  expect(await row(many.ReplayId)).toMatchObject({ top_position: 0, replay_score: 320 });
});

test('a replay of an older version is listed unranked', async () => {
  const { uid, trackId } = await drivableTrack(author);
  const other = await world.files.putBytes(Buffer.from(`the next file of ${uid}`));
  await db
    .insertInto('blob')
    .values({ sha256: other.sha256, size_bytes: other.sizeBytes, created_at: world.clock.now() })
    .execute();
  await db
    .insertInto('track_version')
    .columns([
      'site',
      'track_id',
      'version',
      'uid',
      'sha256',
      'file_name',
      'file_size',
      'game',
      'facts',
      'uploaded_by',
      'uploaded_at',
    ])
    .expression((eb) =>
      eb
        .selectFrom('track_version')
        .where('site', '=', 'tmnf')
        .where('track_id', '=', trackId)
        .select((of) => [
          'site',
          'track_id',
          of.lit(2).as('version'),
          of.val(`${uid}2`).as('uid'),
          of.val(other.sha256).as('sha256'),
          'file_name',
          'file_size',
          'game',
          'facts',
          'uploaded_by',
          'uploaded_at',
        ]),
    )
    .execute();
  await db
    .updateTable('track')
    .set({ current_version: 2 })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', trackId)
    .execute();
  const old = await posted(ann, { uid });
  expect(old.Position).toBeNull();
  expect(await row(old.ReplayId)).toMatchObject({
    is_best: false,
    is_outdated: true,
    track_version: 1,
    medal: 0,
  });
  const current = await posted(ann, { uid: `${uid}2`, bestTimeMs: 45_000 });
  expect(current.Position).toBe(0);
});
