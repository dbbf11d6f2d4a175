import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { acrossSites } from '#db/for-site.ts';
import { numberChanges } from '#features/changes/server/repo.ts';
import type { Ctx } from '#platform/context.ts';
import { makeCtx } from '#platform/ctx.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { defineJob, type Job } from '#platform/jobs/registry.ts';
import { visitor } from '#platform/viewer.ts';
import { changedRows, type ReadChanged } from './changed-rows.ts';
import { deliverTurn } from './deliver.ts';
import { claimDue } from './due.ts';

/** Webhooks to which a process delivers at once. One user has fewer, so that hanging receivers of one cannot stop all others. */
const atOnce = 16;
/** How often the log is read. */
const pollMs = 2000;
/** The job runs every minute, and ends in time for the next one. */
const runMs = 55_000;

/** Begins a turn for each webhook that is due, and returns at once those that run. */
export async function beginDue(ctx: Ctx, read: ReadChanged, running: Set<Promise<void>>): Promise<void> {
  const free = atOnce - running.size;
  if (free <= 0 || ctx.switches.of(ctx.site.code).paused) return;
  for (const webhook of await claimDue(ctx, free)) {
    const turn: Promise<void> = deliverTurn(ctx, webhook, read)
      .catch((err) => ctx.log.error({ err, webhookId: webhook.webhook_id }, 'a webhook could not be served'))
      .finally(() => running.delete(turn));
    running.add(turn);
  }
}

/** Delivers what happened, within seconds. Nothing runs while nobody has a webhook. */
export const sendWebhooks = (routes: () => RouteTable): Job =>
  defineJob({
    name: 'send-webhooks',
    input: z.object({}),
    cron: '* * * * *',
    retries: 0,
    mostSeconds: 120,
    async run(services) {
      const read = changedRows(routes);
      const until = performance.now() + runMs;
      const running = new Set<Promise<void>>();
      const codes = await sitesWithWebhooks(services);
      const sites = services.sites.filter(({ code }) => codes.has(code));
      while (sites.length > 0 && performance.now() < until && !services.health.isDraining) {
        await numberChanges(services);
        for (const site of sites)
          await beginDue(makeCtx(services, site, visitor, services.requestId), read, running);
        await pause(pollMs);
      }
      await Promise.all(running);
    },
  });

async function sitesWithWebhooks({ db }: Pick<Ctx, 'db'>): Promise<ReadonlySet<string>> {
  const rows = await acrossSites(db, 'webhooks of every edition are served')
    .selectFrom('webhook')
    .where('off_because', 'is', null)
    .select('site')
    .distinct()
    .execute();
  return new Set(rows.map(({ site }) => site));
}
