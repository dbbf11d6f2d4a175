import { forSite } from '#db/for-site.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import type { Ctx } from '#platform/context.ts';
import { assertAllowed } from '#platform/http/problem.ts';
import { mentionsAsTyped } from '#platform/mentions.ts';
import { messageHtml } from '#platform/messages.ts';
import { isEdited, type NewsStatus, newsStatuses, statusOf } from '../model.ts';
import type { NewsFormData, NewsPostData, UnpublishedNewsRow } from '../page-data.ts';
import { isOthersNews, mayWriteNews } from './policy.ts';
import { type StoredNews, visibleNews } from './repo.ts';

/** The data of the page of a news post; throws a Problem 404. */
export async function newsPage(ctx: Ctx, idText: string | undefined): Promise<NewsPostData> {
  const news = await visibleNews(ctx, rowIdIn(idText) ?? 0);
  const [html, isDismissed] = await Promise.all([
    messageHtml(ctx, news.message, { images: true }),
    hasDismissed(ctx, news.news_id),
  ]);
  return {
    newsId: news.news_id,
    title: news.title,
    html,
    author: { UserId: news.user_id, Name: news.author_name },
    postedAt: news.posted_at,
    editedAt: isEdited(news.posted_at, news.updated_at) ? news.updated_at : null,
    status: statusOf(news),
    releaseAt: news.release_at,
    threadId: news.thread_id,
    isDismissed,
    mayWrite: mayWriteNews(ctx.viewer).ok,
  };
}

async function hasDismissed(ctx: Ctx, newsId: number): Promise<boolean> {
  if (ctx.viewer.userId === 0) return false;
  const row = await forSite(ctx, 'news_dismissal')
    .where('news_id', '=', newsId)
    .where('user_id', '=', ctx.viewer.userId)
    .select('news_id')
    .executeTakeFirst();
  return row !== undefined;
}

const statusLabels: Readonly<Record<NewsStatus, string>> = {
  published: 'Published',
  scheduled: 'Scheduled',
  draft: 'Draft',
};
const controlValue = (date: Date | null) => date?.toISOString().slice(0, 16) ?? '';

/** The form for a new post (no id) or a stored one; throws a Problem 403 or 404. `sent`: the refused form. */
export async function newsForm(
  ctx: Ctx,
  idText: string | undefined,
  sent: URLSearchParams | undefined,
): Promise<NewsFormData> {
  if (!sent) assertAllowed(mayWriteNews(ctx.viewer));
  const found =
    idText === undefined || !mayWriteNews(ctx.viewer).ok
      ? null
      : await visibleNews(ctx, rowIdIn(idText) ?? 0);
  const [message = ''] = await mentionsAsTyped(ctx, [found?.message ?? '']);
  const stored = found && { ...found, message };
  const status =
    newsStatuses.find((one) => one === sent?.get('Status')) ?? (stored ? statusOf(stored) : 'published');
  const typed = {
    title: sent?.get('Title') ?? stored?.title ?? '',
    message: sent?.get('Message') ?? stored?.message ?? '',
    status,
    releaseDate: sent?.get('ReleaseDate') ?? controlValue(stored?.release_at ?? null),
  };
  return {
    ...typed,
    news: stored && { newsId: stored.news_id, version: stored.version, author: stored.author_name },
    needsReason: stored !== null && isOthersNews(ctx.viewer, stored),
    changes:
      stored && sent && sent.get('Version') !== String(stored.version) ? differences(stored, typed) : [],
  };
}

function differences(
  stored: StoredNews,
  typed: Pick<NewsFormData, 'title' | 'message' | 'status' | 'releaseDate'>,
): NewsFormData['changes'] {
  const status = statusOf(stored);
  const rows = [
    { field: 'Title', stored: stored.title, typed: typed.title },
    { field: 'Message', stored: stored.message, typed: typed.message.replaceAll('\r\n', '\n') },
    { field: 'Status', stored: statusLabels[status], typed: statusLabels[typed.status] },
    ...(status === 'scheduled'
      ? [{ field: 'Release date', stored: controlValue(stored.release_at), typed: typed.releaseDate }]
      : []),
  ];
  return rows
    .filter((row) => row.stored !== row.typed)
    .map(({ field, stored: now }) => ({ field, stored: now }));
}

const deskRows = 50;

/**
 * Drafts and scheduled posts, the next one to be published first, and the most recently deleted posts; empty for users who are
 * not in the crew.
 */
export async function hiddenNews(
  ctx: Ctx,
): Promise<{ drafts: UnpublishedNewsRow[]; deleted: UnpublishedNewsRow[] }> {
  if (!mayWriteNews(ctx.viewer).ok) return { drafts: [], deleted: [] };
  const rows = forSite(ctx, 'news')
    .innerJoin('profile', (join) =>
      join.onRef('profile.site', '=', 'news.site').onRef('profile.user_id', '=', 'news.user_id'),
    )
    .where('profile.site', '=', ctx.site.code)
    .where('news.hidden_with_account', '=', false)
    .select([
      'news.news_id',
      'news.user_id',
      'news.title',
      'news.release_at',
      'news.deleted_at',
      'news.deleted_reason',
      'profile.name',
    ])
    .limit(deskRows);
  const [drafts, deleted] = await Promise.all([
    rows
      .where('news.published_at', 'is', null)
      .where('news.deleted_at', 'is', null)
      .orderBy('news.release_at', (by) => by.asc().nullsLast())
      .orderBy('news.news_id', 'desc')
      .execute(),
    rows
      .where('news.deleted_at', 'is not', null)
      .orderBy('news.deleted_at', 'desc')
      .orderBy('news.news_id', 'desc')
      .execute(),
  ]);
  const shown = (row: (typeof drafts)[number]): UnpublishedNewsRow => ({
    newsId: row.news_id,
    title: row.title,
    author: { UserId: row.user_id, Name: row.name },
    releaseAt: row.release_at,
    deletedAt: row.deleted_at,
    deletedReason: row.deleted_reason,
    needsReason: isOthersNews(ctx.viewer, row),
  });
  return { drafts: drafts.map(shown), deleted: deleted.map(shown) };
}

/** The data of the page that deletes a news post; throws a Problem 403 or 404. */
export async function newsEnd(ctx: Ctx, idText: string | undefined) {
  assertAllowed(mayWriteNews(ctx.viewer));
  const news = await visibleNews(ctx, rowIdIn(idText) ?? 0);
  return {
    newsId: news.news_id,
    title: news.title,
    author: news.author_name,
    needsReason: isOthersNews(ctx.viewer, news),
  };
}
