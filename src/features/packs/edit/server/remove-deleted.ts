import { z } from 'zod';
import { acrossSites } from '#db/for-site.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import type { Ctx } from '#platform/context.ts';
import { makeCtx } from '#platform/ctx.ts';
import { defineJob, type Job } from '#platform/jobs/registry.ts';
import { visitor } from '#platform/viewer.ts';
import { restorableDays } from '../../rights.ts';

/** Run by other features after a pack was removed and committed. */
export type OnPackRemoved = (ctx: Ctx, packId: number) => Promise<void>;

/**
 * Removes packs deleted thirty days ago, with their entries, managers and pictures. Files without rows are swept later. Runs each
 * hour.
 */
export const removeDeletedPacks = (onRemoved: readonly OnPackRemoved[]): Job =>
  defineJob({
    name: 'end-deleted-packs',
    input: z.object({}),
    cron: '27 * * * *',
    async run(services) {
      const before = daysBefore(services.clock.now(), restorableDays);
      // one statement: a pack that was restored meanwhile does not match any more
      const ended = await acrossSites(services.db, 'deleted packs end on every site')
        .deleteFrom('pack')
        .where('deleted_at', '<=', before)
        .returning(['site', 'pack_id'])
        .execute();
      for (const { site: code, pack_id } of ended) {
        const site = services.sites.find((one) => one.code === code);
        if (!site) continue; // an edition that was removed
        const ctx = makeCtx(services, site, visitor, services.requestId);
        for (const react of onRemoved) await react(ctx, pack_id);
      }
    },
  });
