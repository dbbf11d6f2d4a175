import type { Selectable } from 'kysely';
import type { Database } from '#db/database.ts';
import { act } from '#features/modlog/server/act.ts';
import { recordAct } from '#features/modlog/server/actions.ts';
import { announce, notify, withdraw, withdrawGone } from '#features/notices/server/actions.ts';
import { mentionedIn } from '#lib/bbcode/mentions.ts';
import type { TxCtx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import { irreversible } from '../model.ts';
import { openComments } from './comments.ts';

type News = Selectable<Database['news']>;

export const publish = act({
  name: 'news.publish',
  label: 'Published a news post',
  group: 'released',
  effect: 'favourable',
  cannot: irreversible['news.publish'],
});

/**
 * Publishes a locked news post. The first time it gets its date, a thread for its comments, and every user is notified; when it
 * is published again after it was a draft, none of this is repeated.
 */
export async function publishNews(tx: TxCtx, news: News): Promise<void> {
  const now = tx.clock.now();
  const isFirst = news.announced_at === null;
  await tx.db
    .updateTable('news')
    .set({
      published_at: now,
      release_at: null,
      ...(isFirst && { announced_at: now, posted_at: now, updated_at: now }),
    })
    .where('site', '=', tx.site.code)
    .where('news_id', '=', news.news_id)
    .execute();
  await recordAct(tx, publish, { subject: { kind: 'news', id: news.news_id }, reason: `“${news.title}”` });
  if (!isFirst) return;
  await openComments(tx, news);
  await announce(tx, {
    kind: 'news.new',
    text: news.title,
    link: routes.newsShow(news.news_id),
    audience: 'everyone',
  });
  await notifyMentioned(tx, news, '');
}

/** Notifies users whom a published news post mentions, except those whom its text mentioned `before`. */
export async function notifyMentioned(tx: TxCtx, news: News, before: string): Promise<void> {
  const known = new Set(mentionedIn(before));
  await notify(tx, {
    to: mentionedIn(news.message).filter((userId) => !known.has(userId) && userId !== news.user_id),
    kind: 'mention',
    text: `You are mentioned in the news post “${news.title}”.`,
    link: routes.newsShow(news.news_id),
  });
}

/** Withdraws the notices that lead to a news post which users cannot read any more, and those that are not written yet. */
export async function withdrawNews(tx: TxCtx, newsId: number): Promise<void> {
  await withdraw(tx, { kind: 'news.new', link: routes.newsShow(newsId) });
  await withdrawGone(tx, { page: routes.newsShow(newsId) });
}
