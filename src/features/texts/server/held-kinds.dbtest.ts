import { expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import {
  type Answer,
  commentsOn,
  decide,
  held,
  link,
  post,
  postsOf,
  say,
  stateOf,
  undo,
  world,
} from '#testing/held-texts.ts';
import { makeBoard, makeNews, makeThread } from '#testing/make-community.ts';
import { makeAward, makeComment } from '#testing/make-lists.ts';
import { asMember } from '#testing/tracks.ts';

const { db } = await testDb();

const boardId = 2;
const first = await testCtx({ db });
await makeBoard(first, { boardId, title: 'General' });

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
    const { writer, trackId, moderator } = await world(await testCtx({ db }));
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
