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
import { claimDue, type Webhook } from './due.ts';

/** Webhooks to which a process delivers at once. */
export const atOnce = 16;
/** Those of one user on an edition: an account has them on every edition, and its hanging receivers must leave room for others. */
export const atOnceOfUser = 3;
/** How often the log is read. */
const pollMs = 2000;
/** The job runs every minute, and ends in time for the next one. */
const runMs = 55_000;

/** Turns that run, with their webhooks. */
export type Turns = Map<Promise<void>, Pick<Webhook, 'site' | 'user_id'>>;

/** Begins a turn for webhooks that are due, and adds it to those that run. */
export async function beginDue(ctx: Ctx, read: ReadChanged, running: Turns): Promise<void> {
  const most = atOnce - running.size;
  if (most <= 0 || ctx.switches.of(ctx.site.code).paused) return;
  const here = [...running.values()].filter(({ site }) => site === ctx.site.code);
  const served = here.map(({ user_id }) => user_id);
  for (const webhook of await claimDue(ctx, { most, mostOfUser: atOnceOfUser, served })) {
    const turn: Promise<void> = deliverTurn(ctx, webhook, read)
      .catch((err) => ctx.log.error({ err, webhookId: webhook.webhook_id }, 'a webhook could not be served'))
      .finally(() => running.delete(turn));
    running.set(turn, webhook);
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
      const running: Turns = new Map();
      const codes = await sitesWithWebhooks(services);
      const sites = services.sites.filter(({ code }) => codes.has(code));
      while (sites.length > 0 && performance.now() < until && !services.health.isDraining) {
        await numberChanges(services);
        for (const site of sites)
          await beginDue(makeCtx(services, site, visitor, services.requestId), read, running);
        await pause(pollMs);
      }
      await Promise.all(running.keys());
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
