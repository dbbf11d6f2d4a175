import { expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { Level } from '#lib/codes/level.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { grantRole } from '#testing/moderators.ts';
import { drivableTrack, posted } from '#testing/replays.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';

const { db } = await testDb();
const author = await asMember(await testCtx({ db, site: 'tmnf' }));
const moderator = await grantRole(await asMember(author), Level.moderator, [author.site.code]);

const post = async (ctx: TestCtx, path: string, form: Record<string, string>) =>
  (await Uploader.of(ctx)).ask('POST', path, { form: new URLSearchParams(form) });

const actOn = (kind: string, id: number, act: string, form: Record<string, string> = {}) =>
  post(moderator, '/moderation/act', {
    site: author.site.code,
    kind,
    id: `${id}`,
    act,
    Reason: 'By the rules.',
    ...form,
  });

const undo = (answer: { json<T>(): T }) =>
  post(moderator, '/moderation/undo', {
    site: author.site.code,
    actId: `${answer.json<{ ActId: number }>().ActId}`,
    Reason: 'A mistake.',
  });

const trackRow = (trackId: number) =>
  forSite(author, 'track')
    .where('track_id', '=', trackId)
    .select(['is_public', 'is_listed', 'is_beta', 'hold', 'replay_type', 'deleted_at'])
    .executeTakeFirstOrThrow();

const lastAct = (kind: string, id: number) =>
  forSite(author, 'moderation_act')
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('act_id', 'desc')
    .select(['act', 'before', 'after', 'person_id', 'undoes'])
    .executeTakeFirstOrThrow();

const noticesOf = async ({ viewer }: TestCtx) =>
  (
    await forSite(author, 'notice')
      .where('user_id', '=', viewer.userId)
      .orderBy('notice_id', 'desc')
      .select('text')
      .execute()
  ).map(({ text }) => text);

test.each([
  ['track.delete', {}, { is_public: false, is_listed: false, deleted_at: expect.any(Date) }],
  ['track.hide', {}, { is_public: false, hold: 'crew' }],
  ['track.type', { Type: '2' }, { replay_type: 2 }],
  ['track.flags', { Listed: 'no', Beta: 'no' }, { is_listed: false }],
  ['track.flags', { Listed: 'yes', Beta: 'yes' }, { is_beta: true, replay_type: 4 }],
] as const)('%s is done with a row and a notice, and undone a week later', async (act, form, changed) => {
  const trackId = await makeTrack(author);
  const before = await trackRow(trackId);
  const done = await actOn('track', trackId, act, form);
  expect(done).toMatchObject({ status: 200 });
  expect(await trackRow(trackId)).toMatchObject(changed);
  expect(await lastAct('track', trackId)).toMatchObject({ act, person_id: author.viewer.userId });
  expect((await noticesOf(author))[0]).toContain('By the rules.');
  expect(await actOn('track', trackId, act, form)).toMatchObject({ status: 409 });
  moderator.clock.forward({ days: 7 });
  expect(await undo(done)).toMatchObject({ status: 200 });
  expect(await trackRow(trackId)).toEqual(before);
  expect((await noticesOf(author))[0]).toContain('A mistake.');
  expect(await undo(done)).toMatchObject({ status: 409 });
});

test('the author cannot show a track that moderators hid, and undoing the undo hides it again', async () => {
  const trackId = await makeTrack(author);
  const hidden = await actOn('track', trackId, 'track.hide');
  const release = await post(author, `/trackrelease/${trackId}`, {});
  expect(release).toMatchObject({ status: 409 });
  expect(await trackRow(trackId)).toMatchObject({ is_public: false });
  const shown = await undo(hidden);
  expect(await trackRow(trackId)).toMatchObject({ is_public: true, hold: null });
  expect(await undo(shown)).toMatchObject({ status: 200 });
  expect(await trackRow(trackId)).toMatchObject({ is_public: false, hold: 'crew' });
});

test('a type that was changed again since is not restored', async () => {
  const trackId = await makeTrack(author);
  const first = await actOn('track', trackId, 'track.type', { Type: '2' });
  await actOn('track', trackId, 'track.type', { Type: '1' });
  expect(await undo(first)).toMatchObject({ status: 409 });
  expect(await trackRow(trackId)).toMatchObject({ replay_type: 1 });
});

test('a deleted track is only restored, and only while it is stored', async () => {
  const trackId = await makeTrack(author);
  const removed = await actOn('track', trackId, 'track.delete');
  for (const act of ['track.hide', 'track.type', 'track.flags', 'track.feature'])
    expect(
      await actOn('track', trackId, act, { Type: '1', Listed: 'no', Beta: 'no', Comment: 'Nice' }),
    ).toMatchObject({ status: 409 });
  moderator.clock.forward({ days: 31 });
  expect(await undo(removed)).toMatchObject({ status: 403 });
});

test('undoing a feature removes it, and undoing its end restores it with its comment and date', async () => {
  const builder = await asMember(author);
  const trackId = await makeTrack(builder);
  const feature = () =>
    forSite(author, 'track_feature').where('track_id', '=', trackId).selectAll().executeTakeFirst();
  expect(await actOn('track', trackId, 'track.feature', { Comment: 'x'.repeat(201) })).toMatchObject({
    status: 400,
    problem: { field: 'Comment' },
  });
  const featured = await actOn('track', trackId, 'track.feature', { Comment: 'x'.repeat(200) });
  const before = await feature();
  expect(before).toMatchObject({ comment: 'x'.repeat(200), featured_by: moderator.viewer.userId });
  moderator.clock.forward({ days: 1 });
  const ended = await actOn('track', trackId, 'track.unfeature');
  expect(ended).toMatchObject({ status: 200 });
  expect(await feature()).toBeUndefined();
  expect(await undo(ended)).toMatchObject({ status: 200 });
  expect(await feature()).toEqual(before);
  const again = await actOn('track', trackId, 'track.feature', { Comment: 'Other' });
  expect(await undo(again)).toMatchObject({ status: 200 });
  expect(await feature()).toEqual(before);
  expect(await undo(featured)).toMatchObject({ status: 200 });
  expect(await feature()).toBeUndefined();
});

test('a video is removed from a track and linked again at its former position', async () => {
  const trackId = await makeTrack(author);
  const site = author.site.code;
  const poster = await asMember(author);
  const video_id = 900_001;
  await db
    .insertInto('video')
    .values({
      site,
      video_id,
      title: 'A run',
      title_folded: 'a run',
      author: 'Someone',
      poster_id: poster.viewer.userId,
      link_id: 'abcdefghijk',
      thumbnail: '',
      length_s: 60,
      published_at: author.clock.now(),
      posted_at: author.clock.now(),
      creator_id: null,
      updated_at: null,
      removed_at: null,
      removed_by: null,
      removed_reason: null,
    })
    .execute();
  const link = { site, track_id: trackId, video_id, timestamp_s: 42 };
  await db.insertInto('track_video').values(link).execute();
  const links = () => forSite(author, 'track_video').where('track_id', '=', trackId).selectAll().execute();
  const removed = await actOn('track', trackId, 'track.removevideo', { Video: `${video_id}` });
  expect(removed).toMatchObject({ status: 200 });
  expect(await links()).toEqual([]);
  const back = await undo(removed);
  expect(back).toMatchObject({ status: 200 });
  expect(await links()).toEqual([expect.objectContaining(link)]);
  expect(await undo(back)).toMatchObject({ status: 200 });
  expect(await links()).toEqual([]);
});

test('a replay is deleted and restored; the record follows both times', async () => {
  const { uid, trackId } = await drivableTrack(author);
  const [ann, ben] = [await Uploader.of(await asMember(author)), await Uploader.of(await asMember(author))];
  const first = await posted(ann, { uid, bestTimeMs: 41_000 });
  const second = await posted(ben, { uid, bestTimeMs: 42_000 });
  const record = async () =>
    (
      await forSite(author, 'track')
        .where('track_id', '=', trackId)
        .select('record_replay_id')
        .executeTakeFirstOrThrow()
    ).record_replay_id;
  const deleted = await actOn('replay', first.ReplayId, 'replay.delete');
  expect(deleted).toMatchObject({ status: 200 });
  expect(await record()).toBe(second.ReplayId);
  expect(await actOn('replay', first.ReplayId, 'replay.revoke')).toMatchObject({ status: 409 });
  expect(await undo(deleted)).toMatchObject({ status: 200 });
  expect(await record()).toBe(first.ReplayId);
});

test('a revoked replay stays listed without a place and beats nothing, until it is released', async () => {
  const { uid, trackId } = await drivableTrack(author);
  const [ann, ben] = [await Uploader.of(await asMember(author)), await Uploader.of(await asMember(author))];
  const slow = await posted(ann, { uid, bestTimeMs: 43_000 });
  const second = await posted(ben, { uid, bestTimeMs: 42_000 });
  const fast = await posted(ann, { uid, bestTimeMs: 41_000 });
  const board = async () =>
    (
      await forSite(author, 'replay')
        .where('track_id', '=', trackId)
        .orderBy('replay_id')
        .select(['is_best', 'top_position', 'deleted_at', 'beaten_at'])
        .execute()
    ).map(({ is_best, top_position, beaten_at }) => [is_best, top_position, beaten_at !== null]);
  const ranked = [
    [false, null, true],
    [true, 1, false],
    [true, 0, false],
  ];
  expect(await board()).toEqual(ranked);
  const revoked = await actOn('replay', fast.ReplayId, 'replay.revoke');
  expect(revoked).toMatchObject({ status: 200 });
  expect(await board()).toEqual([
    [true, 1, false],
    [true, 0, false],
    [false, null, true],
  ]);
  expect((await noticesOf(ann.ctx))[0]).toMatch(/^A moderator revoked your replay on .*: By the rules\.$/);
  const listed = await ann.ask('GET', `/api/replays?trackid=${trackId}&fields=ReplayId,Position,IsRevoked`);
  expect(listed.json<{ Results: unknown[] }>().Results).toContainEqual({
    ReplayId: fast.ReplayId,
    Position: null,
    IsRevoked: true,
  });
  expect(await actOn('replay', fast.ReplayId, 'replay.revoke')).toMatchObject({ status: 409 });
  expect(await actOn('replay', second.ReplayId, 'replay.release')).toMatchObject({ status: 409 });
  expect(await undo(revoked)).toMatchObject({ status: 200 });
  expect(await board()).toEqual(ranked);
  expect(slow.ReplayId).toBeLessThan(fast.ReplayId);
});
