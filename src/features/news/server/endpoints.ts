import { maySignedIn } from '#features/forum/server/policy.ts';
import type { Act } from '#features/modlog/server/act.ts';
import { perform } from '#features/modlog/server/actions.ts';
import { pathId, z } from '#lib/wire/z.ts';
import type { TxCtx } from '#platform/context.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { get, post, put, startOf } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { NewsCommentForm, NewsEditForm, type NewsEnd, NewsEndForm, NewsForm } from '../forms.ts';
import { answerOf, createNews, saveNews, toggleDismissal } from './actions.ts';
import { deleteNews, reasonOf, restoreNews } from './acts.ts';
import { commentSubject, mayCommentNews, writeComment } from './comments.ts';
import { newsList } from './list.ts';
import { mayDismissNews, mayWriteNews } from './policy.ts';
import { lockedNews, lockedPublishedNews, lockedUndeletedNews, type StoredNews } from './repo.ts';

/** A refused form is shown again on the page with the same address. */
const samePage = (_: URLSearchParams, request: HttpRequest): string => encodeURI(request.path);

const create = action({
  touches: 'edition',
  input: NewsForm,
  allow: ({ viewer }) => mayWriteNews(viewer),
  run: createNews,
  next: ({ Link }) => Link,
  form: routes.newsCreate(),
});

const edit = action({
  touches: 'edition',
  input: NewsEditForm,
  role: mayWriteNews,
  subject: (tx, { newsId }) => lockedUndeletedNews(tx, newsId),
  allow: ({ viewer }) => mayWriteNews(viewer),
  run: saveNews,
  next: ({ Link }) => Link,
  form: samePage,
});

/** Deleting a deleted post again changes nothing, nor does restoring another one. */
const ending =
  (act: Act<object, StoredNews>, isDone: (news: StoredNews) => boolean) =>
  async (tx: TxCtx, found: StoredNews, { Reason }: NewsEnd) => {
    const entry = { subject: { kind: 'news', id: found.news_id }, reason: reasonOf(tx, found, Reason) };
    if (!isDone(found)) await perform(tx, act, { ...entry, found, input: {} });
    return answerOf(found.news_id);
  };

const remove = action({
  touches: 'edition',
  input: NewsEndForm,
  role: mayWriteNews,
  subject: (tx, { newsId }) => lockedNews(tx, newsId),
  allow: ({ viewer }) => mayWriteNews(viewer),
  run: ending(deleteNews, ({ deleted_at }) => deleted_at !== null),
  next: () => routes.newsCreate(),
  form: samePage,
});

const restore = action({
  touches: 'edition',
  input: NewsEndForm,
  role: mayWriteNews,
  subject: (tx, { newsId }) => lockedNews(tx, newsId),
  allow: ({ viewer }) => mayWriteNews(viewer),
  run: ending(restoreNews, ({ deleted_at }) => deleted_at === null),
  next: ({ Link }) => Link,
  form: routes.newsCreate(),
});

const dismiss = action({
  touches: 'edition',
  whileMuted: 'allowed',
  input: z.object({ newsId: pathId }),
  role: mayDismissNews,
  subject: (tx, { newsId }) => lockedPublishedNews(tx, newsId),
  allow: ({ viewer }) => mayDismissNews(viewer),
  run: toggleDismissal,
});

const comment = action({
  touches: 'edition',
  input: NewsCommentForm,
  role: maySignedIn,
  subject: commentSubject,
  allow: ({ viewer }, subject) => mayCommentNews(viewer, subject),
  run: writeComment,
  next: ({ Link }) => Link,
  form: (_, request) =>
    encodeURI(request.path).replace(startOf(routes.newsComment), startOf(routes.newsShow)),
});

/** The routes of news other than pages. */
export const newsRoutes: RouteTable = {
  [get(routes.apiNews)]: listEndpoint(newsList),
  [post(routes.newsCreate)]: create,
  [post(routes.newsEdit)]: edit,
  [post(routes.newsDelete)]: remove,
  [post(routes.newsRestore)]: restore,
  [post(routes.newsComment)]: comment,
  [put(routes.toggleNewsDismiss)]: dismiss,
  [post(routes.toggleNewsDismiss)]: dismiss,
};
