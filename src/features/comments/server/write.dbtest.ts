import { expect, test } from 'vitest';
import { recountComments } from '#features/tracks/server/recount.ts';
import { recountPeople } from '#features/users/server/recount.ts';
import { Level } from '#lib/codes/level.ts';
import { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { Talker, talkRoutes } from '#testing/talk-world.ts';
import { makeTrack } from '#testing/tracks.ts';
import { discussionOf } from './show.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const site = 'tmnf';
const author = await Talker.of(world);
const friend = await Talker.of(world);
const ann = await Talker.of(world);
const ben = await Talker.of(world);
const mod = await Talker.of(world, Level.moderator);
world.clock.forward({ days: 3 });
await mod.signIn();

const coAuthor = { userId: friend.id, isPending: false };
const newTrack = (options: Parameters<typeof makeTrack>[1] = {}) =>
  makeTrack(author.ctx, { coAuthor, uploadedAt: world.clock.now(), ...options });
const row = (id: number) =>
  db
    .selectFrom('comment')
    .where('site', '=', site)
    .where('comment_id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow();
const noticesOf = async (who: Talker) =>
  (
    await db
      .selectFrom('notice')
      .where('site', '=', site)
      .where('user_id', '=', who.id)
      .select(['kind', 'link', 'text'])
      .orderBy('notice_id')
      .execute()
  ).map(({ kind, link, text }) => `${kind} ${link} ${text}`);
const shown = async (who: Talker, trackId: number, query = '') =>
  await discussionOf(who.ctx, trackId, new URLSearchParams(query));
/** After the limits of one minute. */
const later = () => world.clock.forward({ minutes: 2 });

test('a comment and a reply: stored as typed, shown as rendered, with notices', async () => {
  const track = await newTrack({ name: '$f00Flood$zlight' });
  const first = await ann.say(track, ' Which [b]way[/b]?\r\n:) ');
  const reply = await author.say(track, 'Left.', { replyTo: first });
  const second = await ben.say(track, 'And then?', { replyTo: reply });
  expect(await row(first)).toMatchObject({ text: 'Which [b]way[/b]?\n:)', is_award: false, parent_id: null });
  expect([(await row(reply)).parent_id, (await row(second)).parent_id]).toEqual([first, first]);
  const { threads, awards, comments } = await shown(ann, track);
  expect({ awards, comments }).toEqual({ awards: 0, comments: 3 });
  expect(threads).toMatchObject([
    {
      id: first,
      isAuthor: false,
      source: 'Which [b]way[/b]?\n:)',
      replies: [
        { id: reply, isAuthor: true, source: null },
        { id: second, isAuthor: false },
      ],
    },
  ]);
  expect(threads[0]?.html).toContain('Which <strong>way</strong>?<br><img class="smiley"');
  const at = (id: number) => `/trackshow/${track}?comment=${id}#comment-${id}`;
  expect(await noticesOf(ann)).toEqual([
    `comment.reply ${at(reply)} ${author.ctx.viewer.name} replied to you on “Floodlight”.`,
  ]);
  expect(await noticesOf(author)).toEqual([
    `comment.new ${at(first)} ${ann.ctx.viewer.name} commented on “Floodlight”.`,
    `comment.reply ${at(second)} ${ben.ctx.viewer.name} replied to you on “Floodlight”.`,
  ]);
  expect((await noticesOf(friend)).map((notice) => notice.split(' ')[0])).toEqual([
    'comment.new',
    'comment.new',
    'comment.new',
  ]);
});

test('what is refused leaves nothing behind', async () => {
  later();
  const track = await newTrack();
  const other = await newTrack();
  const elsewhere = await ann.say(other, 'Elsewhere');
  const hidden = await newTrack({ isPublic: false });
  const theirs = await author.say(hidden, 'Notes to self');
  const mine = await ann.say(track, 'Mine');
  const gone = await ann.say(track, 'Gone soon');
  expect((await ann.remove(gone)).status).toBe(200);
  const award = await ann.say(track, 'Lovely flow', { kind: 'award' });
  later();
  const before = await db.selectFrom('comment').where('site', '=', site).selectAll().execute();
  const refusals: [number, Promise<{ status: number }>][] = [
    [422, ben.write(track, '  \u0007 ')],
    [422, ben.write(track, 'x'.repeat(4001))],
    [404, ben.write(999_999, 'x')],
    [404, ben.write(hidden, 'x')],
    [404, ben.write(track, 'x', { replyTo: elsewhere })],
    [404, ben.write(track, 'x', { replyTo: theirs })],
    [403, ben.write(track, 'x', { replyTo: gone })],
    [400, ben.write(track, 'x', { replyTo: '1; drop' })],
    [400, ben.write(track, 'x', { kind: 'like' })],
    [403, ben.write(track, 'not mine', { commentId: mine })],
    [403, mod.write(track, 'not mine', { commentId: mine })],
    [404, ann.write(other, 'wrong track', { commentId: mine })],
    [404, ann.write(track, 'wrong kind', { commentId: mine, kind: 'award' })],
    [403, ann.write(track, 'back again', { commentId: gone })],
    [403, ben.remove(mine)],
    [409, ann.remove(gone)],
    [404, ben.remove(theirs)],
    [403, author.remove(mine)],
    [400, mod.remove(mine, { Reason: '  ' })],
    [409, ann.write(track, 'Again, for it is good', { kind: 'award' })],
    [403, author.write(track, 'I like myself', { kind: 'award' })],
    [403, friend.write(track, 'I like us both', { kind: 'award' })],
    [403, mod.write(hidden, 'A secret favourite', { kind: 'award' })],
    [422, ben.write(track, '+1', { kind: 'award' })],
    [422, ben.write(track, 'x'.repeat(2001), { kind: 'award' })],
    [422, ben.write(track, 'Fine one', { kind: 'award', replyTo: mine })],
    [400, ann.client.post(`/commentupdate/${track}/comment/0`, { Comment: 'x' }, { token: null })],
    [400, ann.client.post(`/commentdelete/${mine}`, {}, { token: await ben.client.token() })],
  ];
  const wrong: string[] = [];
  for (const [index, [status, answer]] of refusals.entries()) {
    const got = (await answer).status;
    if (got !== status) wrong.push(`#${index}: ${got} instead of ${status}`);
  }
  expect(wrong).toEqual([]);
  expect(await db.selectFrom('comment').where('site', '=', site).selectAll().execute()).toEqual(before);
  expect(award).toBeGreaterThan(0);
});

test('a visitor must sign in', async () => {
  later();
  const track = await newTrack();
  const visitor = new Client(world, talkRoutes);
  const answer = await visitor.post(`/commentupdate/${track}/comment/0`, { Comment: 'x' });
  expect(answer.status).toBe(401);
  const { can, isVisitor } = await discussionOf(world, track, new URLSearchParams());
  expect([isVisitor, can.comment.ok, can.award.ok]).toEqual([true, false, false]);
});

test('of two concurrent awards one is stored', async () => {
  later();
  const track = await newTrack();
  const both = await Promise.all([
    ben.write(track, 'The blue roof!', { kind: 'award' }),
    ben.write(track, 'The red roof!', { kind: 'award' }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await shown(ben, track)).toMatchObject({ awards: 1, can: { award: { ok: false } } });
});

test('a new user gives no awards on the first day, and ten a day in the first month', async () => {
  later();
  const eve = await Talker.of(world);
  const tracks: number[] = [];
  for (let made = 0; made < 12; made++) tracks.push(await newTrack());
  const give = (index: number) =>
    eve.write(tracks[index] ?? 0, `Number ${index}, well built`, { kind: 'award' });
  expect((await give(0)).problem?.detail).toBe('You can give awards from 24 hours after you sign up.');
  world.clock.forward({ days: 2 });
  for (let index = 0; index < 10; index++) {
    expect((await give(index)).status).toBe(200);
    later();
  }
  expect((await give(10)).problem?.detail).toBe('You can give 10 awards in 24 hours.');
  world.clock.forward({ days: 1 });
  expect((await give(10)).status).toBe(200);
});

test('too many texts are refused, and so is the same text again', async () => {
  later();
  const track = await newTrack();
  for (let count = 0; count < 6; count++) await ann.say(track, `Line ${count}`);
  const flood = await ann.write(track, 'Line 7');
  expect([flood.status, flood.problem?.detail]).toEqual([
    429,
    'You’re posting too fast: at most 6 comments and awards a minute. Your text is saved here.',
  ]);
  later();
  const again = await ann.write(track, 'Line 3');
  expect([again.status, again.problem?.field]).toEqual([409, 'Comment']);
});

test('editing changes the text and its time, and marks it after five minutes', async () => {
  later();
  const track = await newTrack();
  const id = await ann.say(track, 'Frist');
  world.clock.forward({ minutes: 4 });
  await ann.say(track, 'First', { commentId: id });
  expect((await shown(ann, track)).threads[0]).toMatchObject({ source: 'First', isEdited: false });
  world.clock.forward({ minutes: 2 });
  await ann.say(track, 'The first', { commentId: id });
  expect((await shown(ann, track)).threads[0]).toMatchObject({ source: 'The first', isEdited: true });
  expect((await row(id)).updated_at).toEqual(world.clock.now());
});

test('removing: the row stays, moderators give a reason, the author is notified, awards can be withdrawn for a day', async () => {
  later();
  await mod.signIn();
  const track = await newTrack({ name: 'Harbour' });
  const rude = await ben.say(track, 'rude words');
  const reply = await ann.say(track, 'Calm down', { replyTo: rude });
  expect((await mod.remove(rude, { Reason: 'Be kind.\nAlways.' })).status).toBe(200);
  const { threads } = await shown(ann, track);
  expect(threads).toMatchObject([{ id: rude, html: null, source: null, replies: [{ id: reply }] }]);
  expect((await noticesOf(ben)).at(-1)).toBe(
    `comment.deleted /trackshow/${track}?comment=${rude}#comment-${rude} A moderator removed your comment on “Harbour”: Be kind. Always.`,
  );
  expect(
    await db
      .selectFrom('moderation_act')
      .where('site', '=', site)
      .select(['act', 'subject_id', 'reason', 'user_id'])
      .execute(),
  ).toEqual([{ act: 'comment.delete', subject_id: rude, reason: 'Be kind.\nAlways.', user_id: mod.id }]);

  const award = await ben.say(track, 'Still a fine track', { kind: 'award' });
  const thanks = await author.say(track, 'Thank you', { replyTo: award });
  expect((await ben.remove(award)).status).toBe(200);
  // it has replies, so its place stays
  expect((await shown(ann, track)).threads[0]).toMatchObject({
    id: award,
    html: null,
    replies: [{ id: thanks }],
  });
  later();
  const second = await ben.say(track, 'On second thought it is fine', { kind: 'award' });
  world.clock.forward({ hours: 25 });
  await mod.signIn();
  expect((await ben.remove(second)).problem?.detail).toBe('You can only take back an award within 24 hours.');
  expect((await mod.remove(second, { Reason: 'Asked for by its giver.' })).status).toBe(200);
  expect((await shown(ann, track)).threads.map(({ id }) => id)).not.toContain(second);
});

test('afterwards every counter equals a recount', async () => {
  const tracks = () =>
    db
      .selectFrom('track')
      .where('site', '=', site)
      .select(['track_id', 'awards', 'comments', 'last_awarded_at', 'awards_week', 'awards_month'])
      .orderBy('track_id')
      .execute();
  const people = () =>
    db
      .selectFrom('profile')
      .where('site', '=', site)
      .select(['user_id', 'awards_given', 'awards_received', 'comments_given', 'comments_received'])
      .orderBy('user_id')
      .execute();
  const kept = [await tracks(), await people()];
  expect(kept[1]?.some((person) => 'awards_received' in person && person.awards_received > 3)).toBe(true);
  await recountComments(
    world,
    (await tracks()).map(({ track_id }) => track_id),
  );
  await recountPeople(
    world,
    (await people()).map(({ user_id }) => user_id),
  );
  expect([await tracks(), await people()]).toEqual(kept);
});
