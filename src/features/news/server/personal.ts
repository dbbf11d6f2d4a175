import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { closeThread } from '#features/forum/server/actions.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inPages, jsonPart, type PersonalData } from '#platform/personal-data.ts';

/** News that users wrote, and what they dismissed. Comments are posts of the forum. */
export const newsData: PersonalData = {
  name: 'news',
  covers: ['news.user_id', 'news_dismissal.user_id'],

  async hide(tx, userId) {
    const { rows } = await sql<Hidden>`
      update news set deleted_at = ${tx.clock.now()}, hidden_with_account = true, version = version + 1
      where site = ${tx.site.code} and user_id = ${userId} and deleted_at is null
      returning thread_id`.execute(tx.db);
    await closeThreads(tx, rows, true);
  },

  async show(tx, userId) {
    // a date that has passed meanwhile is removed, because the job would publish the post at once
    const { rows } = await sql<Hidden>`
      update news set deleted_at = null, hidden_with_account = false, version = version + 1,
        release_at = case when release_at > ${tx.clock.now()} then release_at end
      where site = ${tx.site.code} and user_id = ${userId} and hidden_with_account
      returning thread_id`.execute(tx.db);
    await closeThreads(tx, rows, false);
  },

  async erase(tx, userId) {
    const own = sql`site = ${tx.site.code} and user_id = ${userId}`;
    await sql`delete from news_dismissal where ${own}`.execute(tx.db);
    await sql`delete from news where ${own}`.execute(tx.db);
  },

  async *exported(ctx, userId) {
    yield jsonPart('news.json', ownNews(ctx, userId));
    yield jsonPart('news-dismissed.json', dismissed(ctx, userId));
  },
};

interface Hidden {
  readonly thread_id: number | null;
}

async function closeThreads(tx: TxCtx, news: readonly Hidden[], isLocked: boolean): Promise<void> {
  for (const { thread_id } of news) if (thread_id !== null) await closeThread(tx, thread_id, isLocked);
}

const ownNews = (ctx: Ctx, userId: number) =>
  inPages((last: { NewsId: number } | undefined, limit) =>
    forSite(ctx, 'news')
      .where('user_id', '=', userId)
      .where('news_id', '>', last?.NewsId ?? 0)
      .orderBy('news_id')
      .limit(limit)
      .select([
        'news_id as NewsId',
        'title as Title',
        'message as Message',
        'posted_at as PostedAt',
        'updated_at as UpdatedAt',
        'published_at as PublishedAt',
        'release_at as ReleaseDate',
        'deleted_at as DeletedAt',
      ])
      .execute(),
  );

const dismissed = (ctx: Ctx, userId: number) =>
  inPages((last: { NewsId: number } | undefined, limit) =>
    forSite(ctx, 'news_dismissal')
      .where('user_id', '=', userId)
      .where('news_id', '>', last?.NewsId ?? 0)
      .orderBy('news_id')
      .limit(limit)
      .select('news_id as NewsId')
      .execute(),
  );
