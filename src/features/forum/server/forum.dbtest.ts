import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { Level } from '#lib/codes/level.ts';
import { inTransaction } from '#platform/ctx.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { newPerson, visitorOf, withWrongTokens } from '#testing/writes.ts';
import { startThread } from './actions.ts';
import { unreadBoards, unreadThreads } from './read-positions.ts';
import { postsOnPageOf, readableThread } from './repo.ts';
import { editsPage, threadPage } from './show.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const posts = listAt(app.routes, '/api/posts');
const later = (minutes = 1) => world.clock.forward({ minutes });

class Poster {
  readonly ctx: TestCtx;
  readonly #person: Uploader;
  constructor(ctx: TestCtx, person: Uploader) {
    this.ctx = ctx;
    this.#person = person;
  }
  static async of(level?: Level) {
    const ctx = await asMember(world, level);
    return new Poster(ctx, await Uploader.of(ctx));
  }
  get id() {
    return this.ctx.viewer.userId;
  }
  async send(path: string, fields: Record<string, string> = {}, method = 'POST') {
    const answer = await this.#person.ask(method, path, {
      form: new URLSearchParams(fields),
      headers: { accept: 'application/json' },
    });
    return { status: answer.status, body: answer.status < 300 ? answer.json<Record<string, unknown>>() : {} };
  }
  async thread(Title = 'A thread', Text = 'Its first post', board = 2) {
    later();
    const { body } = await this.send(`/threadcreate/${board}`, { Title, Text });
    return { threadId: Number(body.ThreadId), postId: Number(body.PostId) };
  }
  async reply(threadId: number, Text: string) {
    later();
    const { body } = await this.send(`/postreply/${threadId}`, { Text });
    return Number(body.PostId);
  }
  async counters() {
    const row = await db
      .selectFrom('profile')
      .where('site', '=', 'tmnf')
      .where('user_id', '=', this.id)
      .select(['forum_posts', 'forum_threads'])
      .executeTakeFirstOrThrow();
    return [row.forum_posts, row.forum_threads];
  }
  async notices() {
    const rows = await db
      .selectFrom('notice')
      .where('site', '=', 'tmnf')
      .where('user_id', '=', this.id)
      .orderBy('notice_id')
      .select(['kind', 'text', 'link'])
      .execute();
    return rows.map(({ kind, text, link }) => `${kind} ${link} ${text}`);
  }
}

const ann = await Poster.of();
const ben = await Poster.of();
const cy = await Poster.of(Level.basic);
const mo = await Poster.of(Level.moderator);
const texts = async (who: Poster, threadId: number, page = 1) =>
  (await postsOnPageOf(who.ctx, threadId, page)).map(({ number, html }) => `${number} ${html}`);
const log = async (act: string) =>
  (
    await db
      .selectFrom('moderation_act')
      .where('site', '=', 'tmnf')
      .where('act', '=', act)
      .selectAll()
      .execute()
  ).length;
const because = { Reason: 'House rules.' };

test('rights of starting and replying, by level', async () => {
  const { threadId } = await ann.thread();
  const { threadId: announced } = await mo.thread('Announced', 'Read this', 1);
  const send = visitorOf(world);
  expect(await send('POST', '/threadcreate/2', { Title: 'Abc', Text: 'xx' })).toBe(401);
  expect(await send('POST', `/postreply/${threadId}`, { Text: 'xx' })).toBe(401);
  later();
  expect((await cy.send('/threadcreate/2', { Title: 'Abc', Text: 'xx' })).status).toBe(403);
  expect((await cy.send(`/postreply/${threadId}`, { Text: 'By a basic user' })).status).toBe(200);
  expect((await ben.send('/threadcreate/1', { Title: 'Abc', Text: 'xx' })).status).toBe(403);
  expect((await ben.send(`/postreply/${announced}`, { Text: 'xx' })).status).toBe(403);
  expect((await ben.send('/threadcreate/13', { Title: 'Abc', Text: 'xx' })).status).toBe(404);
  expect((await ben.send('/threadcreate/99', { Title: 'Abc', Text: 'xx' })).status).toBe(404);
  expect((await ben.send('/postreply/999999', { Text: 'xx' })).status).toBe(404);
  const person = await newPerson(world);
  expect(await withWrongTokens(world, person, 'POST', `/postreply/${threadId}`, { Text: 'xx' })).toEqual([
    400, 400,
  ]);
});

test('a post is edited at any time; author and crew read its earlier texts', async () => {
  const { threadId, postId } = await ann.thread('Edits', 'First');
  expect((await ben.send(`/postedit/${postId}`, { Text: 'Mine now' })).status).toBe(403);
  expect((await ann.send(`/postedit/${postId}`, { Text: 'x' })).status).toBe(422);
  later(6);
  expect((await ann.send(`/postedit/${postId}`, { Text: 'Second' })).status).toBe(200);
  expect((await ann.send(`/postedit/${postId}`, { Text: 'Second' })).status).toBe(200);
  expect(await texts(ben, threadId)).toEqual(['1 Second']);
  for (const who of [ann, mo]) {
    const { earlier } = await editsPage(who.ctx, postId, new URLSearchParams());
    expect(earlier.map(({ html }) => html)).toEqual(['First']);
  }
  await expect(editsPage(ben.ctx, postId, new URLSearchParams())).rejects.toThrow(/Only the author/);
});

test('authors can delete the last post of a thread within 60 minutes; counters and lists are updated', async () => {
  const { threadId, postId } = await ann.thread('Deleting', 'Opening words');
  const reply = await ben.reply(threadId, 'Unrepeatable answer');
  expect((await ann.send(`/postdelete/${postId}`)).status).toBe(409);
  expect((await ann.send(`/postdelete/${reply}`)).status).toBe(403);
  world.clock.forward({ minutes: 60 });
  const before = await ben.counters();
  expect((await ben.send(`/postdelete/${reply}`)).status).toBe(200);
  expect((await ben.send(`/postdelete/${reply}`)).status).toBe(404);
  expect(await ben.counters()).toEqual([(before[0] ?? 0) - 1, before[1]]);
  expect(await texts(ann, threadId)).toEqual(['1 Opening words']);
  expect((await ask(ann.ctx, posts, 'text=unrepeatable')).Results).toEqual([]);
  const late = await ben.reply(threadId, 'Too late');
  world.clock.forward({ minutes: 60, seconds: 1 });
  expect((await ben.send(`/postdelete/${late}`)).status).toBe(409);
  // numbers are not reused
  expect(await texts(ann, threadId)).toEqual(['1 Opening words', '3 Too late']);
});

test('moderators delete with a reason and restore; only they see an empty thread', async () => {
  const { threadId, postId } = await ann.thread('Spam', 'Buy this');
  const before = await ann.counters();
  expect((await mo.send(`/postdelete/${postId}`)).status).toBe(400);
  expect((await mo.send(`/postdelete/${postId}`, because)).status).toBe(200);
  expect(await ann.counters()).toEqual(before.map((count) => count - 1));
  expect(await readableThread(ann.ctx, threadId)).toBeNull();
  expect(await readableThread(mo.ctx, threadId)).toMatchObject({ posts: 0, lastPostId: 0 });
  expect((await ann.send(`/postreply/${threadId}`, { Text: 'xx' })).status).toBe(404);
  expect((await ann.send(`/postrestore/${postId}`, because)).status).toBe(404);
  expect((await mo.send(`/postrestore/${postId}`, because)).status).toBe(200);
  expect((await mo.send(`/postrestore/${postId}`, because)).status).toBe(409);
  expect(await ann.counters()).toEqual(before);
  expect([await log('post.delete'), await log('post.restore')]).toEqual([1, 1]);
  expect((await ann.notices()).filter((notice) => notice.includes('“Spam”'))).toEqual([
    `forum.moderated /threadshow/${threadId} A moderator deleted your post in “Spam”: House rules.`,
    `forum.moderated /threadshow/${threadId}#post-${postId} A moderator restored your post in “Spam”: House rules.`,
  ]);
});

test('a thread is locked by its starter or a moderator; the last lock counts', async () => {
  const { threadId, postId } = await ann.thread('Locks');
  const toggle = (who: Poster, fields = {}) => who.send(`/togglethreadlocked/${threadId}`, fields, 'PUT');
  expect((await toggle(ben)).status).toBe(403);
  expect((await toggle(ann)).body).toMatchObject({ Locked: true });
  later();
  expect((await ben.send(`/postreply/${threadId}`, { Text: 'xx' })).status).toBe(409);
  expect((await ann.send(`/postedit/${postId}`, { Text: 'xx' })).status).toBe(409);
  expect((await mo.send(`/postreply/${threadId}`, { Text: 'By the crew' })).status).toBe(200);
  expect((await toggle(ann)).body).toMatchObject({ Locked: false });
  expect((await toggle(mo)).body).toMatchObject({ Locked: true });
  expect((await ann.notices()).at(-1)).toContain('A moderator locked your thread “Locks”: No reason given.');
  expect((await toggle(ann)).status).toBe(403);
  expect((await toggle(mo, because)).body).toMatchObject({ Locked: false });
  expect([await log('thread.lock'), await log('thread.unlock')]).toEqual([1, 1]);
});

test('moderators pin and move; users cannot read a thread that moved to the crew board', async () => {
  const { threadId } = await ann.thread('Moves', 'Movable type');
  await ben.reply(threadId, 'I watch this');
  expect((await ann.send(`/togglethreadpinned/${threadId}`, because, 'PUT')).status).toBe(403);
  expect((await mo.send(`/togglethreadpinned/${threadId}`, because, 'PUT')).body).toMatchObject({
    Pinned: true,
  });
  expect((await ann.send(`/threadmove/${threadId}`, { boardId: '3', ...because })).status).toBe(403);
  expect((await mo.send(`/threadmove/${threadId}`, { boardId: '2', ...because })).status).toBe(409);
  expect((await mo.send(`/threadmove/${threadId}`, { boardId: '99', ...because })).status).toBe(404);
  expect((await mo.send(`/threadmove/${threadId}`, { boardId: '13', ...because })).status).toBe(200);
  expect(await readableThread(ann.ctx, threadId)).toBeNull();
  expect((await ask(ann.ctx, posts, 'text=movable')).Results).toEqual([]);
  const before = await ann.notices();
  await mo.reply(threadId, `Secret of the crew [user]${ann.id}[/user]`);
  expect(await ann.notices()).toEqual(before);
  expect((await mo.send(`/threadmove/${threadId}`, { boardId: '3', ...because })).status).toBe(200);
  expect((await ask(ann.ctx, posts, 'boardid=3&text=movable')).Results).toHaveLength(1);
});

test('two threads are merged in the order of their posts, and separated again', async () => {
  const first = await ann.thread('Merged away', 'One');
  const second = await ben.thread('Goal', 'Two');
  await ben.reply(first.threadId, 'Three');
  await ann.reply(second.threadId, 'Four');
  const counters = [await ann.counters(), await ben.counters()];
  const merge = (into: string) => mo.send(`/threadmerge/${first.threadId}`, { into, ...because });
  expect((await ann.send(`/threadmerge/${first.threadId}`, { into: '1', ...because })).status).toBe(403);
  expect((await merge(`${first.threadId}`)).status).toBe(400);
  expect((await merge('999999')).status).toBe(422);
  expect((await merge('nothing')).status).toBe(400);
  expect((await merge(`http://tmnf.localhost/threadshow/${second.threadId}`)).status).toBe(200);
  expect(await texts(ann, second.threadId)).toEqual(['1 One', '2 Two', '3 Three', '4 Four']);
  expect(await ann.counters()).toEqual([counters[0]?.[0], (counters[0]?.[1] ?? 0) - 1]);
  expect(await threadPage(mo.ctx, first.threadId, new URLSearchParams())).toEqual({
    location: `/threadshow/${second.threadId}`,
  });
  expect((await mo.send(`/threadunmerge/${first.threadId}`, because)).status).toBe(200);
  expect(await texts(ann, first.threadId)).toEqual(['1 One', '2 Three']);
  expect(await texts(ann, second.threadId)).toEqual(['1 Two', '2 Four']);
  expect([await ann.counters(), await ben.counters()]).toEqual(counters);
});

test('mentions and quotes notify once, and an edit notifies only users whom it adds', async () => {
  const [di, ed] = [await Poster.of(), await Poster.of()];
  const { threadId, postId } = await di.thread('Names', 'Hello');
  const text = `[quote=${di.ctx.viewer.name}]Hello[/quote] [user]${ed.id}[/user] and [user]${di.id}[/user]`;
  const reply = await ann.reply(threadId, text);
  const { name } = ann.ctx.viewer;
  expect(await di.notices()).toEqual([`mention /postshow/${reply} ${name} mentioned you in “Names”.`]);
  expect(await ed.notices()).toEqual([`mention /postshow/${reply} ${name} mentioned you in “Names”.`]);
  const fay = await Poster.of();
  await ann.send(`/postedit/${reply}`, { Text: `${text} [user]${fay.id}[/user]` });
  expect(await ed.notices()).toHaveLength(1);
  expect(await fay.notices()).toHaveLength(1);
  expect(postId).toBeGreaterThan(0);
});

test('watching is a choice; unread threads and boards are marked until they are read', async () => {
  const gus = await Poster.of();
  const { threadId } = await ann.thread('Unread', 'News', 5);
  expect(await unreadThreads(gus.ctx, [threadId])).toEqual(new Set([threadId]));
  expect((await unreadBoards(gus.ctx)).has(5)).toBe(true);
  await threadPage(gus.ctx, threadId, new URLSearchParams());
  expect(await unreadThreads(gus.ctx, [threadId])).toEqual(new Set());
  const reply = await ben.reply(threadId, 'More');
  expect(await threadPage(gus.ctx, threadId, new URLSearchParams({ page: 'unread' }))).toEqual({
    location: `/threadshow/${threadId}#post-${reply}`,
  });
  expect((await gus.send('/forummarkread', { boardId: '5' })).status).toBe(200);
  expect((await unreadBoards(gus.ctx)).has(5)).toBe(false);
  expect(await unreadBoards(world)).toEqual(new Set());
  // a reply does not switch watching on again
  const toggle = () => gus.send(`/togglethreadwatched/${threadId}`, {}, 'PUT');
  expect((await toggle()).body).toEqual({ Added: true });
  await ben.reply(threadId, 'Heard?');
  expect(await gus.notices()).toHaveLength(1);
  expect((await toggle()).body).toEqual({ Added: false });
  await gus.reply(threadId, 'I stay out');
  await ben.reply(threadId, 'Not heard');
  expect(await gus.notices()).toHaveLength(1);
});

test('the permanent address of a post leads to its page', async () => {
  const { threadId } = await inTransaction(ann.ctx, (tx) => {
    later();
    return startThread(tx, { boardId: 2, title: 'Twenty-one', text: 'post 1' });
  });
  let last = 0;
  for (let n = 2; n <= 21; n++) last = await ann.reply(threadId, `post ${n}`);
  const visitor = await Uploader.of(world);
  const answer = await visitor.ask('GET', `/postshow/${last}`);
  expect(answer.headers?.location).toBe(`/threadshow/${threadId}?p=2#post-${last}`);
  for (const query of ['page=auto', 'page=-1', 'p=99']) {
    const page = await threadPage(world, threadId, new URLSearchParams(query));
    expect(page).toMatchObject({ current: 2, last: 2 });
  }
});

test('posts of users whom the viewer blocked are named without their text, and are not found', async () => {
  const { threadId } = await ann.thread('Blocks', 'Zanzibar');
  await db
    .insertInto('user_block')
    .values({ site: 'tmnf', user_id: ben.id, blocked_id: ann.id, blocked_at: world.clock.now() })
    .execute();
  expect(await texts(ben, threadId)).toEqual(['1 null']);
  expect((await ask(ben.ctx, posts, 'text=zanzibar')).Results).toEqual([]);
  expect((await ask(cy.ctx, posts, 'text=zanzibar')).Results).toHaveLength(1);
});
