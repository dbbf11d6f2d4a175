import { z } from 'zod';
import { acrossSites } from '#db/for-site.ts';
import type { Services, TxCtx } from '#platform/context.ts';
import { inTransaction, makeCtx } from '#platform/ctx.ts';
import { defineJob, type Job } from '#platform/jobs/registry.ts';
import { visitor } from '#platform/viewer.ts';
import { publishNews } from './publish.ts';

const due = (services: Services) =>
  acrossSites(services.db, 'news is published at its date on every site')
    .selectFrom('news')
    .where('published_at', 'is', null)
    .where('release_at', '<=', services.clock.now())
    .where('deleted_at', 'is', null)
    .orderBy('release_at')
    .select(['site', 'news_id'])
    .execute();

/** Every minute, publishes news whose date has come, each in its own transaction. */
const publishDueNews = defineJob({
  name: 'publish-news',
  input: z.object({}),
  cron: '* * * * *',
  async run(services) {
    let failed = 0;
    for (const { site: code, news_id: newsId } of await due(services)) {
      const site = services.sites.find((one) => one.code === code);
      if (!site) continue; // an edition that was removed
      const { requestId } = services;
      try {
        await inTransaction(makeCtx(services, site, visitor, requestId), (tx) => publishDue(tx, newsId));
      } catch (err) {
        failed += 1;
        services.log.error({ err, site: code, newsId, requestId }, 'a news post could not be published');
      }
    }
    if (failed > 0) throw new Error(`${failed} news posts were not published; each is in the log.`);
  },
});

/** Checks the date again under the lock, because its author may have changed it, and another process may have published it. */
async function publishDue(tx: TxCtx, newsId: number): Promise<void> {
  const news = await tx.db
    .selectFrom('news')
    .where('site', '=', tx.site.code)
    .where('news_id', '=', newsId)
    .where('published_at', 'is', null)
    .where('release_at', '<=', tx.clock.now())
    .where('deleted_at', 'is', null)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (news) await publishNews(tx, news);
}

/** The jobs of news. */
export const newsJobs: readonly Job[] = [publishDueNews];
