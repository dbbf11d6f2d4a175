import { z } from 'zod';
import { forSite } from '#db/for-site.ts';
import { picturesIn } from '#lib/bbcode/references.ts';
import type { ReferenceTo } from '#lib/bbcode/tree.ts';
import type { Ctx } from '#platform/context.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { json } from '#platform/http/send.ts';
import type { Endpoint, HttpRequest } from '#platform/http/types.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { readId, readParams, separate } from '#platform/lists/params.ts';
import { idsOf } from '#platform/mentions.ts';
import { namesOf } from '#platform/messages.ts';
import { del, get, post, put } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { DeleteForm, WriteForm } from '../forms.ts';
import { submit } from './actions.ts';
import { removeComment } from './acts.ts';
import { awardList, commentList } from './list.ts';
import { mayComment, mayDelete, mayWrite } from './policy.ts';
import { removalSubject, writeSubject } from './subject.ts';

/** At most this many posts of the news are read for one request: the rows of the longest page. */
const maxNews = 200;

/** At most this many typed names are looked up for one request. */
const maxTypedNames = 100;

/** The addresses of the pictures in posts of the news that everyone may read. */
async function picturesOfNews(ctx: Ctx, newsIds: readonly number[]): Promise<readonly string[]> {
  if (newsIds.length === 0) return [];
  const rows = await forSite(ctx, 'news')
    .where('news.news_id', 'in', newsIds.slice(0, maxNews))
    .where('news.published_at', 'is not', null)
    .where('news.deleted_at', 'is', null)
    .select('news.message')
    .execute();
  return [...new Set(rows.flatMap(({ message }) => picturesIn(message)))];
}

/**
 * GET /messagenames?track=1,2&user=3&pack=4&thread=5&news=6&typed=Ann: the names of public tracks, users, packs and threads for messages that a
 * browser renders, as pairs of id and name, and the pictures of public posts of the news, as pairs of address and state; also the
 * users with exactly a name that was typed after an `@`, as pairs of name and id. What has no public row is left out. Pictures cannot be looked up by their address: that would reveal which addresses are in texts that the
 * viewer may not read.
 */
export const messageNamesEndpoint: Endpoint = {
  async handle(ctx, request) {
    const params = readParams(request.query);
    const ids = (kind: ReferenceTo | 'news') => separate(params.get(kind)).map((text) => readId(kind, text));
    const names = await namesOf(ctx, {
      track: ids('track'),
      user: ids('user'),
      pack: ids('pack'),
      thread: ids('thread'),
      picture: await picturesOfNews(ctx, ids('news')),
    });
    const typed = (params.get('typed') ?? []).slice(0, maxTypedNames);
    const users = await idsOf(ctx, typed);
    return json({
      track: [...names.track],
      user: [...names.user],
      pack: [...names.pack],
      thread: [...names.thread],
      picture: [...(names.picture ?? [])],
      typed: [...users],
    });
  },
};

/** A refused form is shown again on the page with the same address. */
const samePage = (form: URLSearchParams, request: HttpRequest): string => {
  const about = ['replyTo', 'key'].flatMap((name) => {
    const value = form.get(name)?.slice(0, 100);
    return value ? [[name, value]] : [];
  });
  const query = new URLSearchParams(about).toString();
  const path = encodeURI(request.path);
  return query ? `${path}?${query}` : path;
};

const Text = z.string().max(100_000).describe('BB code');
const key = z.string().max(100).optional().describe('the secret of an unlisted track’s link');
const output = z.object({
  CommentId: z.int().nullable().describe('null: the text waits for a moderator'),
  HeldTextId: z.int().nullable(),
  Link: z.string(),
});
const edited = { input: z.strictObject({ Comment: Text, key }), output, example: { Comment: 'Great flow!' } };

const writeComment = action({
  touches: 'edition',
  api: [
    {
      scope: 'comments',
      at: post(routes.apiTrackComments),
      about: 'Comments on a track, or replies to a comment.',
      fixed: { kind: 'comment', commentId: 'new' },
      input: z.strictObject({
        Comment: Text,
        replyTo: z.int().positive().optional().describe('the CommentId of the comment to reply to'),
        key,
      }),
      output,
      example: { Comment: 'Great flow!' },
    },
    {
      scope: 'comments',
      at: post(routes.apiTrackAwards),
      about: 'Gives a track an award, with a comment.',
      fixed: { kind: 'award', commentId: 'new' },
      ...edited,
    },
    {
      scope: 'comments',
      at: put(routes.apiTrackComment),
      about: 'Edits one of your comments.',
      fixed: { kind: 'comment' },
      ...edited,
    },
    {
      scope: 'comments',
      at: put(routes.apiTrackAward),
      about: 'Edits the comment of one of your awards.',
      fixed: { kind: 'award' },
      ...edited,
    },
  ],
  input: WriteForm,
  role: mayComment,
  subject: writeSubject,
  allow: ({ viewer }, subject) => mayWrite(viewer, subject),
  run: submit,
  next: ({ Link }) => Link,
  form: samePage,
});

const removal = action({
  touches: 'edition',
  api: [
    {
      scope: 'comments',
      at: del(routes.apiComment),
      about: 'Deletes one of your comments or awards.',
      input: z.strictObject({ key }),
      output,
      example: {},
    },
  ],
  input: DeleteForm,
  role: mayComment,
  subject: removalSubject,
  allow: ({ viewer, clock }, { comment }) => mayDelete(viewer, comment, clock.now()),
  run: removeComment,
  next: ({ Link }) => Link,
  form: samePage,
});

/** The routes of comments and awards other than pages. */
export const commentRoutes: RouteTable = {
  [get(routes.apiComments)]: listEndpoint(commentList),
  [get(routes.apiAwards)]: listEndpoint(awardList),
  [get(routes.messageNames)]: messageNamesEndpoint,
  [post(routes.commentUpdate)]: writeComment,
  [post(routes.commentDelete)]: removal,
};
