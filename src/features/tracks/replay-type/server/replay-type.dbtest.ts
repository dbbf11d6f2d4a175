import { expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';

const { db } = await testDb({ editions: 'all' });
const world = await testCtx({ db, site: 'tmnf' });
const author = await asMember(world);
const mod = await Uploader.of(await asMember(world, Level.moderator));

const typeOf = async (trackId: number) =>
  (
    await db
      .selectFrom('track')
      .where('site', '=', 'tmnf')
      .where('track_id', '=', trackId)
      .select('replay_type')
      .executeTakeFirstOrThrow()
  ).replay_type;
const mark = (who: Uploader, trackId: number, fields: Record<string, string>) =>
  who.ask('POST', `/tracktype/${trackId}`, { form: new URLSearchParams(fields) });

test('moderators mark a track as Classic and take it back; logged, and its authors are notified', async () => {
  const trackId = await makeTrack(author);
  expect((await mark(mod, trackId, { Type: '1', Reason: 'An old favourite.' })).status).toBe(200);
  expect(await typeOf(trackId)).toBe(1);
  const notices = await db
    .selectFrom('notice')
    .where('site', '=', 'tmnf')
    .where('user_id', '=', author.viewer.userId)
    .select('text')
    .execute();
  expect(notices.map(({ text }) => text).join()).toContain('is now a Classic track');
  expect((await mark(mod, trackId, { Type: '0', Reason: 'Not yet.' })).status).toBe(200);
  expect(await typeOf(trackId)).toBe(0);
  const log = await db
    .selectFrom('moderation_act')
    .where('site', '=', 'tmnf')
    .where('subject_id', '=', trackId)
    .orderBy('act_id')
    .select(['act', 'reason'])
    .execute();
  expect(log).toEqual([
    { act: 'track.type', reason: 'An old favourite.' },
    { act: 'track.type', reason: 'Not yet.' },
  ]);
});

test('moderators mark a Star track on an edition that has them, and only there', async () => {
  const trackId = await makeTrack(author);
  expect((await mark(mod, trackId, { Type: '5', Reason: 'Part of the StarTrack campaign.' })).status).toBe(
    200,
  );
  expect(await typeOf(trackId)).toBe(5);
  const other = await testCtx({ db, site: 'tms' });
  const otherTrack = await makeTrack(await asMember(other));
  const otherMod = await Uploader.of(await asMember(other, Level.moderator));
  const refused = await mark(otherMod, otherTrack, { Type: '5', Reason: 'x' });
  expect([refused.status, refused.problem?.detail]).toEqual([400, 'Type: must be a type of this edition.']);
});

test.each([
  ['a type that no track can be given', { Type: '4', Reason: 'x' }],
  ['a type that does not exist', { Type: '6', Reason: 'x' }],
  ['no reason', { Type: '1' }],
  ['a word', { Type: 'Classic', Reason: 'x' }],
])('%s is refused', async (_, fields) => {
  const trackId = await makeTrack(author);
  expect((await mark(mod, trackId, fields)).status).toBe(400);
  expect(await typeOf(trackId)).toBe(0);
});
