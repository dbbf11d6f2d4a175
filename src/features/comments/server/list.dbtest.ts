import { expect, test } from 'vitest';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import { makeAward, makeComment } from '#testing/make-lists.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { commentRoutes } from './endpoints.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const author = await asMember(world);
const ann = await asMember(world);
const comments = listAt(commentRoutes, '/api/tracks/comments');
const awards = listAt(commentRoutes, '/api/tracks/awards');
const at = (minute: number) => new Date(Date.UTC(2012, 0, 1, 0, minute));
const ids = async (list: typeof comments, query: string, ctx = world) =>
  (await ask(ctx, list, `fields=CommentId&${query}`)).Results.map((row) => row.CommentId);

const annId = ann.viewer.userId;
const authorId = author.viewer.userId;
const track = await makeTrack(author);
const other = await makeTrack(ann);
const hidden = await makeTrack(author, { isPublic: false });
const first = await makeComment(world, {
  trackId: track,
  userId: annId,
  text: 'Which way [b]down[/b]?',
  at: at(1),
});
const reply = await makeComment(world, {
  trackId: track,
  userId: authorId,
  parentId: first,
  text: 'Left.',
  at: at(3),
});
const removed = await makeComment(world, {
  trackId: track,
  userId: annId,
  parentId: first,
  text: 'rude words',
  at: at(2),
  deletedAt: at(9),
});
const gone = await makeComment(world, {
  trackId: track,
  userId: annId,
  text: 'ruder',
  at: at(4),
  deletedAt: at(9),
});
const elsewhere = await makeComment(world, { trackId: other, userId: authorId, text: 'Hm.', at: at(5) });
const whispered = await makeComment(world, { trackId: hidden, userId: authorId, text: 'Shh', at: at(6) });
const award = await makeAward(world, { trackId: track, userId: annId, text: 'Flow!', at: at(7) });
await makeAward(world, { trackId: other, userId: authorId, text: 'spam', at: at(8), deletedAt: at(9) });

test('comments: the ten newest first, with replies, without awards', async () => {
  expect(await ids(comments, '')).toEqual([elsewhere, gone, first]);
  expect(comments.pageSize.usual).toBe(10);
});

test.each([
  [`trackid=${track}`, [gone, first]],
  [`trackid=${track}&order1=1`, [first, gone]],
  [`userid=${authorId}`, [elsewhere]],
  [`authoruserid=${annId}`, [elsewhere]],
  [`id=${first},${reply}`, [first]],
])('comments by %s', async (query, expected) => {
  expect(await ids(comments, query)).toEqual(expected);
});

test('comments on a hidden track are for its authors', async () => {
  expect(await ids(comments, `trackid=${hidden}`, ann)).toEqual([]);
  expect(await ids(comments, `trackid=${hidden}`, author)).toEqual([whispered]);
});

test('every field, with replies in their order and removed texts gone', async () => {
  const fields = Object.keys(comments.fields).join(',');
  const { Results } = await ask(world, comments, `id=${first}&fields=${fields}`);
  const by = (who: typeof ann) => ({ UserId: who.viewer.userId, Name: who.viewer.name });
  const when = (minute: number) => `2012-01-01T00:0${minute}:00.000`;
  const comment = (id: number, text: string, who: typeof ann, minute: number) => ({
    CommentId: id,
    Comment: text,
    CommentAt: when(minute),
    UpdatedAt: when(minute),
    User: by(who),
    IsAuthor: who === author,
    IsAward: false,
  });
  expect(Results).toEqual([
    {
      ...comment(first, 'Which way [b]down[/b]?', ann, 1),
      ParentCommentId: null,
      OriginSite: null,
      OriginId: null,
      Track: { TrackId: track, TrackName: expect.any(String), Uploader: by(author) },
      Replies: [
        { ...comment(removed, '(Deleted)', ann, 2), ParentCommentId: first },
        { ...comment(reply, 'Left.', author, 3), ParentCommentId: first },
      ],
    },
  ]);
  const short = await ask(world, comments, `id=${first}&fields=Replies[].User.Name,Replies.IsAuthor`);
  expect(short.Results).toEqual([
    {
      Replies: [
        { User: { Name: ann.viewer.name }, IsAuthor: false },
        { User: { Name: author.viewer.name }, IsAuthor: true },
      ],
    },
  ]);
  expect((await ask(world, comments, `id=${gone}&fields=Comment`)).Results).toEqual([
    { Comment: '(Deleted)' },
  ]);
});

test('awards: without withdrawn ones', async () => {
  const { Results } = await ask(world, awards, 'fields=CommentId,Comment,IsAward,Track.TrackId,Replies[]');
  expect(Results).toEqual([
    { CommentId: award, Comment: 'Flow!', IsAward: true, Track: { TrackId: track }, Replies: [] },
  ]);
  expect(await ids(awards, `trackid=${other}`)).toEqual([]);
});
