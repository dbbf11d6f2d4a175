import { expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { makeAward, makeComment } from '#demo/make-lists.ts';
import { Level } from '#lib/codes/level.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeBoard, makeNews, makeThread } from '#testing/make-community.ts';
import { grantRole } from '#testing/moderators.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';

const { db } = await testDb();

const boardId = 2;
const first = await testCtx({ db });
await makeBoard(first, { boardId, title: 'General' });

async function world() {
  const owner = await asMember(await testCtx({ db }));
  const trackId = await makeTrack(owner);
  const writer = await asMember(owner);
  owner.clock.forward({ days: 2 }); // awards need an account of some age
  const moderator = await grantRole(await asMember(owner), Level.moderator, [owner.site.code]);
  return { owner, trackId, writer, moderator };
}

const post = async (ctx: TestCtx, path: string, form: Record<string, string>) =>
  (await Uploader.of(ctx)).ask('POST', path, { form: new URLSearchParams(form) });

type Answer = Awaited<ReturnType<typeof post>>;
const heldIn = (answer: Answer) => answer.json<{ HeldTextId: number | null }>().HeldTextId;

async function held(answer: Answer): Promise<number> {
  expect(answer, JSON.stringify(answer.problem)).toMatchObject({ status: 200 });
  const id = heldIn(answer);
  if (id === null) throw new Error('It was published.');
  return id;
}

const say = (ctx: TestCtx, trackId: number, text: string, kind = 'comment', commentId = 0) =>
  post(ctx, `/commentupdate/${trackId}/${kind}/${commentId}`, { Comment: text });

const decide = (ctx: TestCtx, id: number, act = 'text.release', Reason = 'Read.') =>
  post(ctx, '/moderation/act', { site: ctx.site.code, kind: 'heldtext', id: `${id}`, act, Reason });
const undo = (ctx: TestCtx, answer: Answer) =>
  post(ctx, '/moderation/undo', {
    site: ctx.site.code,
    actId: `${answer.json<{ ActId: number }>().ActId}`,
    Reason: 'A mistake.',
  });

const rowOf = (ctx: TestCtx, heldId: number) =>
  forSite(ctx, 'held_text').where('held_id', '=', heldId).selectAll().executeTakeFirst();
const stateOf = async (ctx: TestCtx, heldId: number) => (await rowOf(ctx, heldId))?.state;
const commentsOn = async (ctx: TestCtx, trackId: number) =>
  (
    await forSite(ctx, 'comment')
      .where('track_id', '=', trackId)
      .where('deleted_at', 'is', null)
      .orderBy('comment_id')
      .select('text')
      .execute()
  ).map(({ text }) => text);
const postsOf = async (ctx: TestCtx, userId: number) =>
  (
    await forSite(ctx, 'forum_post')
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .orderBy('post_id')
      .select('text')
      .execute()
  ).map(({ text }) => text);
const caseOf = (ctx: TestCtx, id: number) =>
  forSite(ctx, 'moderation_case')
    .where('subject_kind', '=', 'heldtext')
    .where('subject_id', '=', id)
    .select(['state', 'outcome', 'person_id'])
    .execute();
const noticesOf = async (ctx: TestCtx) =>
  (
    await forSite(ctx, 'notice')
      .where('user_id', '=', ctx.viewer.userId)
      .orderBy('notice_id')
      .select('text')
      .execute()
  ).map(({ text }) => text);

const link = 'Look at https://videos.example/1';

test('the first three texts with links wait; the fourth appears at once', async () => {
  const { writer, trackId, moderator } = await world();
  for (const number of [1, 2, 3]) {
    writer.clock.forward({ minutes: 2 });
    const id = await held(await say(writer, trackId, `${link}${number}`));
    expect(await commentsOn(writer, trackId)).toHaveLength(number - 1);
    expect(await caseOf(writer, id)).toEqual([
      { state: 'open', outcome: null, person_id: writer.viewer.userId },
    ]);
    expect(await decide(moderator, id)).toMatchObject({ status: 200 });
    expect(await commentsOn(writer, trackId)).toContain(`${link}${number}`);
    expect(await caseOf(writer, id)).toMatchObject([{ state: 'settled', outcome: 'solved' }]);
  }
  writer.clock.forward({ minutes: 2 });
  expect(heldIn(await say(writer, trackId, `${link}4`))).toBeNull();
  expect(await commentsOn(writer, trackId)).toHaveLength(4);
});

test('texts without links, and texts of trusted users, never wait; while three wait the fourth waits as well', async () => {
  const { writer, trackId, owner } = await world();
  expect(heldIn(await say(writer, trackId, 'No link'))).toBeNull();
  for (const number of [1, 2, 3, 4]) await held(await say(writer, trackId, `${link}${number}`));
  const trusted = await grantRole(await asMember(owner), Level.moderator, [owner.site.code]);
  expect(heldIn(await say(trusted, trackId, link))).toBeNull();
});

test('a released text is written as its author writes: counters, notices, and the author as writer', async () => {
  const { owner, writer, trackId, moderator } = await world();
  const id = await held(await say(writer, trackId, `${link} is a good ride`, 'award'));
  expect(await noticesOf(owner)).toEqual([]);
  expect(await say(writer, trackId, 'Another good ride', 'award')).toMatchObject({
    status: 200, // without a link it does not wait
  });
  expect(await decide(moderator, id)).toMatchObject({
    status: 409,
    problem: { detail: expect.stringContaining('already given this track an award') },
  });
  expect(await stateOf(writer, id)).toBe('waiting');

  const other = await asMember(owner);
  owner.clock.forward({ days: 2 });
  const second = await held(await say(other, trackId, `${link} is a good ride`, 'award'));
  const { status } = await decide(moderator, second);
  expect(status).toBe(200);
  const row = await forSite(owner, 'comment')
    .where('user_id', '=', other.viewer.userId)
    .select(['is_award', 'comment_at'])
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ is_award: true, comment_at: owner.clock.now() });
  expect(await noticesOf(owner)).toContain(
    `${other.viewer.name} gave "${await nameOf(owner, trackId)}" an award.`,
  );
  expect(await noticesOf(other)).toEqual(['A moderator released your award.']);
});

const nameOf = async (ctx: TestCtx, trackId: number) =>
  (await forSite(ctx, 'track').where('track_id', '=', trackId).select('name').executeTakeFirstOrThrow()).name;

interface Kind {
  /** submits it; returns what was answered, and how many posts or comments of the writer should then exist */
  submit(writer: TestCtx, trackId: number): Promise<Answer>;
  texts(writer: TestCtx, trackId: number): Promise<string[]>;
  before: readonly string[];
  after: readonly string[];
}
const ownPosts = (writer: TestCtx) => postsOf(writer, writer.viewer.userId);
const kinds: Readonly<Record<string, Kind>> = {
  comment: {
    submit: (writer, trackId) => say(writer, trackId, link),
    texts: commentsOn,
    before: [],
    after: [link],
  },
  'change of a comment': {
    async submit(writer, trackId) {
      const id = await makeComment(writer, { trackId, userId: writer.viewer.userId, text: 'Plain' });
      return say(writer, trackId, link, 'comment', id);
    },
    texts: commentsOn,
    before: ['Plain'],
    after: [link],
  },
  'change of an award': {
    async submit(writer, trackId) {
      const id = await makeAward(writer, { trackId, userId: writer.viewer.userId, text: 'Plain' });
      return say(writer, trackId, link, 'award', id);
    },
    texts: commentsOn,
    before: ['Plain'],
    after: [link],
  },
  thread: {
    submit: (writer) => post(writer, `/threadcreate/${boardId}`, { Title: 'A title', Text: link }),
    texts: ownPosts,
    before: [],
    after: [link],
  },
  'thread with an address as title': {
    submit: (writer) => post(writer, `/threadcreate/${boardId}`, { Title: 'www.shop.example', Text: 'Buy' }),
    texts: ownPosts,
    before: [],
    after: ['Buy'],
  },
  post: {
    async submit(writer) {
      const posts = [{ userId: writer.viewer.userId, text: 'Begin' }];
      const threadId = await makeThread(writer, { boardId, userId: writer.viewer.userId, title: 'T', posts });
      writer.clock.forward({ minutes: 1 });
      return post(writer, `/postreply/${threadId}`, { Text: '[img]https://a.example/p.png[/img]' });
    },
    texts: ownPosts,
    before: ['Begin'],
    after: ['Begin', '[img]https://a.example/p.png[/img]'],
  },
  'change of a post': {
    async submit(writer) {
      const posts = [{ userId: writer.viewer.userId, text: 'Begin' }];
      const threadId = await makeThread(writer, { boardId, userId: writer.viewer.userId, title: 'T', posts });
      const { last_post_id: postId } = await forSite(writer, 'forum_thread')
        .where('thread_id', '=', threadId)
        .select('last_post_id')
        .executeTakeFirstOrThrow();
      return post(writer, `/postedit/${postId}`, { Text: link });
    },
    texts: ownPosts,
    before: ['Begin'],
    after: [link],
  },
  'comment on news': {
    async submit(writer) {
      const author = await asMember(writer);
      const { userId } = author.viewer;
      const posts = [{ userId, text: 'About the news' }];
      const threadId = await makeThread(author, { boardId, userId, title: 'News', posts });
      const newsId = await makeNews(author, { userId, title: 'News', message: 'M' });
      await db
        .updateTable('news')
        .set({ thread_id: threadId })
        .where('site', '=', writer.site.code)
        .where('news_id', '=', newsId)
        .execute();
      return post(writer, `/newscomment/${newsId}`, { Text: link });
    },
    texts: ownPosts,
    before: [],
    after: [link],
  },
};

test.each(Object.entries(kinds))(
  'a %s waits, is released, taken back and released again by undoing each time',
  async (_, { submit, texts, before, after }) => {
    const { writer, trackId, moderator } = await world();
    const id = await held(await submit(writer, trackId));
    expect(await texts(writer, trackId)).toEqual(before);
    const released = await decide(moderator, id);
    expect(released, JSON.stringify(released.problem)).toMatchObject({ status: 200 });
    expect(await texts(writer, trackId)).toEqual(after);
    expect(await stateOf(writer, id)).toBe('released');

    moderator.clock.forward({ days: 7 });
    const back = await undo(moderator, released);
    expect(back, JSON.stringify(back.problem)).toMatchObject({ status: 200 });
    expect(await texts(writer, trackId)).toEqual(before);
    expect(await stateOf(writer, id)).toBe('refused');

    const again = await undo(moderator, back);
    expect(again, JSON.stringify(again.problem)).toMatchObject({ status: 200 });
    expect(await texts(writer, trackId)).toEqual(after);
    expect(await stateOf(writer, id)).toBe('released');
  },
);

test('a refused text stays for its author, who reads why; undoing that publishes it', async () => {
  const { writer, trackId, moderator } = await world();
  const id = await held(await say(writer, trackId, link));
  const refused = await decide(moderator, id, 'text.refuse', 'This is an advertisement.');
  expect(refused.status).toBe(200);
  expect(await noticesOf(writer)).toEqual(['A moderator refused your comment: This is an advertisement.']);
  expect(await rowOf(writer, id)).toMatchObject({ state: 'refused', text: link });
  expect(await decide(moderator, id)).toMatchObject({ status: 409 });
  expect((await undo(moderator, refused)).status).toBe(200);
  expect(await commentsOn(writer, trackId)).toEqual([link]);
});

test('the author withdraws a text while it waits, and nobody else does', async () => {
  const { owner, writer, trackId, moderator } = await world();
  const id = await held(await say(writer, trackId, link));
  const withdraw = (ctx: TestCtx) => post(ctx, `/heldtext/${id}/withdraw`, {});
  expect(await withdraw(owner)).toMatchObject({ status: 404 });
  expect(await withdraw(moderator)).toMatchObject({ status: 403 });
  expect(await withdraw(writer)).toMatchObject({ status: 200 });
  expect(await withdraw(writer)).toMatchObject({ status: 409 });
  expect(await decide(moderator, id)).toMatchObject({ status: 409 });
  expect(await caseOf(writer, id)).toMatchObject([{ state: 'settled', outcome: 'void' }]);
});

test('a moderator releases while the author withdraws: one of them does', async () => {
  const { writer, trackId, moderator } = await world();
  const id = await held(await say(writer, trackId, link));
  const answers = await Promise.all([decide(moderator, id), post(writer, `/heldtext/${id}/withdraw`, {})]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await commentsOn(writer, trackId)).toHaveLength((await stateOf(writer, id)) === 'released' ? 1 : 0);
});

test('what cannot be published any more is not released, and the text still waits', async () => {
  const { writer, trackId, moderator } = await world();
  const commentId = await makeComment(writer, { trackId, userId: writer.viewer.userId, text: 'Plain' });
  const change = await held(await say(writer, trackId, link, 'comment', commentId));
  await say(writer, trackId, 'Plain, but newer', 'comment', commentId);
  expect(await decide(moderator, change)).toMatchObject({
    status: 409,
    problem: { detail: expect.stringContaining('changed it since') },
  });
  const comment = await held(await say(writer, trackId, link));
  await db
    .updateTable('profile')
    .set({ closed_at: writer.clock.now() })
    .where('site', '=', writer.site.code)
    .where('user_id', '=', writer.viewer.userId)
    .execute();
  expect(await decide(moderator, comment)).toMatchObject({
    status: 409,
    problem: { detail: 'The account of its author is closed.' },
  });
  expect(await stateOf(writer, comment)).toBe('waiting');
});

test('the same text, a second award and an eleventh text are refused while texts wait', async () => {
  const { writer, trackId } = await world();
  await held(await say(writer, trackId, `${link} great`, 'award'));
  expect(await say(writer, trackId, `${link} greater`, 'award')).toMatchObject({ status: 409 });
  await held(await say(writer, trackId, link));
  expect(await say(writer, trackId, link)).toMatchObject({ status: 409 });
  for (let number = 0; number < 8; number++) await held(await say(writer, trackId, `${link}${number}`));
  expect(await say(writer, trackId, `${link}9`)).toMatchObject({ status: 429 });
});

test('a text expires after exactly thirty days, is readable for thirty more, and a released one is only counted', async () => {
  const { writer, trackId, moderator } = await world();
  const sweep = () => writer.jobs.add('sweep-held-texts', {}).then(() => writer.jobs.runAll(writer));
  const released = await held(await say(writer, trackId, `${link}0`));
  await decide(moderator, released);
  const id = await held(await say(writer, trackId, link));
  writer.clock.forward({ days: 29, hours: 23, minutes: 59, seconds: 59 });
  await sweep();
  expect(await stateOf(writer, id)).toBe('waiting');
  expect(await rowOf(writer, released)).toMatchObject({ text: `${link}0` });
  writer.clock.forward({ seconds: 1 });
  await sweep();
  expect(await rowOf(writer, id)).toMatchObject({ state: 'expired', text: link });
  expect(await rowOf(writer, released)).toMatchObject({ state: 'released', text: '', payload: {} });
  expect((await noticesOf(writer)).at(-1)).toContain('waited 30 days');
  expect(await caseOf(writer, id)).toMatchObject([{ state: 'settled', outcome: 'void' }]);
  writer.clock.forward({ days: 30 });
  await sweep();
  expect(await rowOf(writer, id)).toBeUndefined();
  expect(await stateOf(writer, released)).toBe('released');
  expect(await commentsOn(writer, trackId)).toEqual([`${link}0`]);
});
