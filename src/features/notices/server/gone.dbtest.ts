import { beforeEach, expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { inTransaction } from '#platform/ctx.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { notifyUser } from '#testing/notices.ts';
import { createsPack } from '#testing/packs.ts';
import { drivableTrack, post, replayBytes } from '#testing/replays.ts';
import { Person } from '#testing/track-people.ts';
import { Uploader } from '#testing/uploader.ts';
import { retitleNotices, withdrawGone } from './actions.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
let ann: Person;
let ben: Person;
let mo: Person;
beforeEach(async () => {
  [ann, ben] = [await Person.of(world), await Person.of(world)];
  mo = await Person.of(world, Level.moderator);
  world.clock.forward({ minutes: 2 });
});

const kindsOf = async (person: Person) => (await person.notices()).map(({ kind }) => kind);
const idIn = async (sent: Promise<{ status: number; json<T>(): T }>, name: string) => {
  const answer = await sent;
  expect(answer.status).toBe(200);
  return Number(answer.json<Record<string, unknown>>()[name]);
};
const says = (person: Person, trackId: number, kind: 'comment' | 'award', Comment: string, more = {}) =>
  idIn(person.post(`/commentupdate/${trackId}/${kind}/0`, { Comment, ...more }), 'CommentId');

test('notices of a removed comment and a withdrawn award are withdrawn; others and the decision stay', async () => {
  // new users may not give awards yet
  world.clock.forward({ days: 3 });
  mo = await Person.of(world, Level.moderator);
  const trackId = await ann.uploads();
  const stays = await says(ben, trackId, 'comment', 'Nice');
  const comment = await says(ben, trackId, 'comment', `Hello [user]${mo.userId}[/user]`);
  const award = await says(ben, trackId, 'award', 'Great');
  expect((await kindsOf(ann)).sort()).toEqual(['award.new', 'comment.new', 'comment.new']);
  expect(await kindsOf(mo)).toEqual(['mention']);
  await mo.post(`/commentdelete/${comment}`, { Reason: 'Rude' });
  await ben.post(`/commentdelete/${award}`);
  expect((await ann.notices()).map(({ link }) => link)).toEqual([
    `/trackshow/${trackId}?comment=${stays}#comment-${stays}`,
  ]);
  expect(await kindsOf(mo)).toEqual([]);
  expect(await kindsOf(ben)).toEqual(['comment.deleted']);
});

test('notices about a deleted track are withdrawn, and no track with a longer number is affected', async () => {
  const trackId = await ann.uploads({ TrackName: 'Rude name' });
  await says(ben, trackId, 'comment', 'Nice');
  const longer = `/trackshow/${trackId}0`;
  await notifyUser(ben.ctx, ann.ctx, 'comment.new', 'another', longer);
  await mo.post(`/trackdelete/${trackId}`, { Reason: 'Rude' });
  expect((await ann.notices()).map(({ kind, link }) => `${kind} ${link}`)).toEqual([
    `comment.new ${longer}`,
    `track.moderated /trackrestore/${trackId}`,
  ]);
});

test('after a restored track, and after its end, no notice offers to restore it', async () => {
  const trackId = await ann.uploads();
  await db
    .insertInto('track_author')
    .values({ site: 'tmnf', track_id: trackId, user_id: ben.userId, is_pending: false, role: '' })
    .execute();
  await ann.post(`/trackdelete/${trackId}`);
  expect(await kindsOf(ben)).toEqual(['track.deleted']);
  await ann.post(`/trackrestore/${trackId}`);
  expect(await kindsOf(ben)).toEqual(['track.restored']);
  await ann.post(`/trackdelete/${trackId}`);
  expect(await kindsOf(ben)).toEqual(['track.deleted']);
  world.clock.forward({ days: 31 });
  await world.jobs.add('end-deleted-tracks', {});
  await world.jobs.runAll(world);
  expect(await kindsOf(ben)).toEqual([]);
});

test('notices of a deleted post are withdrawn; those of a thread, when it has no other post or one about this post only', async () => {
  const threadId = await idIn(
    ann.post('/threadcreate/2', { Title: 'Rude title', Text: 'First' }),
    'ThreadId',
  );
  const reply = (Text: string) => {
    world.clock.forward({ minutes: 2 });
    return idIn(ben.post(`/postreply/${threadId}`, { Text }), 'PostId');
  };
  const mentioning = await reply(`[user]${mo.userId}[/user]`);
  expect(await kindsOf(mo)).toEqual(['mention']);
  expect(await kindsOf(ann)).toEqual(['forum.reply']);
  await mo.post(`/postdelete/${mentioning}`, { Reason: 'Rude' });
  expect(await kindsOf(mo)).toEqual([]);
  expect(await kindsOf(ann)).toEqual([]);
  // two posts make one notice, which stays with the first of them
  await reply('One');
  await mo.post(`/postdelete/${await reply('Two')}`, { Reason: 'Rude' });
  expect(await kindsOf(ann)).toEqual(['forum.reply']);
  for (const { post_id } of await db
    .selectFrom('forum_post')
    .where('site', '=', 'tmnf')
    .where('thread_id', '=', threadId)
    .where('deleted_at', 'is', null)
    .select('post_id')
    .execute())
    await mo.post(`/postdelete/${post_id}`, { Reason: 'Rude' });
  expect(await kindsOf(ann)).toEqual(['forum.moderated']);
});

test('a record that was beaten by a replay deleted since is not announced any more', async () => {
  const [author, loser, winner] = await Promise.all([ann, ben, mo].map((person) => Uploader.of(person.ctx)));
  if (!author || !loser || !winner) throw new Error('three people');
  const { uid } = await drivableTrack(author.ctx);
  await post(loser, [replayBytes({ uid, bestTimeMs: 40_000 })]);
  const { results } = await post(winner, [replayBytes({ uid, bestTimeMs: 39_000 })]);
  expect(await kindsOf(ben)).toEqual(['record.beaten']);
  const [result] = results;
  if (!result || !('ReplayId' in result)) throw new Error('not posted');
  await mo.post(`/replaydelete/${result.ReplayId}`);
  expect(await kindsOf(ben)).toEqual([]);
});

test('notices that lead to a deleted pack are withdrawn', async () => {
  const packId = await createsPack(ann, { 'Managers[0].UserId': String(ben.userId) });
  expect(await kindsOf(ben)).toEqual(['pack.manager']);
  await ann.post(`/trackpackdelete/${packId}`);
  expect(await kindsOf(ben)).toEqual(['pack.deleted']);
});

test('a name that a moderator changed is not shown in notices any more', async () => {
  const trackId = await ann.uploads({ TrackName: 'Rude name' });
  await says(ben, trackId, 'comment', 'Nice');
  expect((await ann.notices())[0]?.text).toContain('“Rude name”');
  const answer = await mo.post(`/trackedit/${trackId}`, {
    TrackName: 'Kind name',
    Difficulty: '1',
    Reason: 'Rude',
  });
  expect(answer.problem?.detail ?? answer.status).toBe(200);
  const texts = (await ann.notices()).map(({ text }) => text);
  expect(texts).toHaveLength(2);
  for (const text of texts) expect(text).toContain('“Kind name”');
});

/** A pack of Ann's with a track of Ben's that needs changes, and another one that was removed. */
async function packWithTracks() {
  const packId = await createsPack(ann, { PackName: 'Rude pack', AllowsTrackSubmissions: 'true' });
  const trackIds = [await ben.uploads({ TrackName: 'Rude name' }), await ben.uploads({ TrackName: 'Gone' })];
  for (const trackId of trackIds) {
    const submitted = await ben.post(`/trackpacksubmit/${packId}`, { trackId: `${trackId}` });
    expect(submitted.problem?.detail ?? submitted.status).toBe(200);
    const form = { packId: `${packId}`, trackId: `${trackId}`, status: '2' };
    const decided = await ann.sends('PUT', '/trackpack/togglestatus', form);
    expect(decided.problem?.detail ?? decided.status).toBe(200);
  }
  const [trackId = 0, removed = 0] = trackIds;
  await ann.sends('DELETE', '/trackpack/removetrack', { packId: `${packId}`, trackId: `${removed}` });
  const link = `/trackpackmanage/${packId}`;
  await notifyUser(ben.ctx, ann.ctx, 'pack.submission', '“Rude name” in “Rude pack” has a new file.', link);
  return { packId, trackId, removed };
}
const textsOf = async (person: Person) => (await person.notices()).map(({ text }) => text);

test('names that a moderator changed are not shown in notices about tracks of packs either', async () => {
  const { packId, trackId, removed } = await packWithTracks();
  expect((await textsOf(ben)).join()).toMatch(/“Rude name” needs .*“Gone” was removed from “Rude pack”/);
  for (const id of [trackId, removed])
    await mo.post(`/trackedit/${id}`, { TrackName: `Kind ${id}`, Difficulty: '1', Reason: 'Rude' });
  await mo.post(`/trackpackedit/${packId}`, { PackName: 'Kind pack', Reason: 'Rude' });
  const texts = [...(await textsOf(ann)), ...(await textsOf(ben))].join();
  expect(texts).not.toMatch(/“(Rude|Gone)/);
  expect(texts).toContain(`“Kind ${trackId}” in “Kind pack” has a new file.`);
  expect(texts).toContain(`“Kind ${removed}” was removed from “Kind pack”`);
});

test('notices about a track of a pack are withdrawn with the track, and those about other tracks with the pack', async () => {
  const { packId, trackId, removed } = await packWithTracks();
  const link = `/trackpackmanage/${packId}`;
  await notifyUser(ben.ctx, ann.ctx, 'pack.moderated', '“Rude name” was decided.', link);
  await mo.post(`/trackdelete/${trackId}`, { Reason: 'Rude' });
  expect(await kindsOf(ann)).toEqual(['pack.moderated']);
  expect((await ben.notices()).filter(({ kind }) => kind === 'pack.status').map((one) => one.link)).toEqual([
    `/trackpacksubmit/${packId}?trackId=${removed}`,
  ]);
  await ann.post(`/trackpackdelete/${packId}`);
  expect((await kindsOf(ben)).filter((kind) => kind.startsWith('pack.'))).toEqual([]);
});

test.each([
  ['/videoshow/5', '/videoshow/5', true],
  ['/videoshow/5', '/videoshow/5?x=1#y', true],
  ['/videoshow/5', '/videoshow/5#y', true],
  ['/videoshow/5', '/videoshow/51', false],
  ['/video_how/5', '/videoshow/5', false],
])('what is gone at %s withdraws %s: %s', async (page, link, isWithdrawn) => {
  await notifyUser(ben.ctx, ann.ctx, 'track.video', 'a video', link);
  await notifyUser(ben.ctx, ann.ctx, 'account.moderated', 'a decision', link);
  await inTransaction(ben.ctx, (tx) => withdrawGone(tx, { page }));
  expect(await kindsOf(ann)).toEqual(
    isWithdrawn ? ['account.moderated'] : ['track.video', 'account.moderated'],
  );
});

test('a title that is a whole text is replaced, too', async () => {
  await notifyUser(ben.ctx, ann.ctx, 'news.new', 'Rude', '/newsshow/7');
  await inTransaction(ben.ctx, (tx) => retitleNotices(tx, '/newsshow/7', 'Rude', 'Kind'));
  expect((await ann.notices()).map(({ text }) => text)).toEqual(['Kind']);
});
