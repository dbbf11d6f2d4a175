import { sql } from 'kysely';
import { z } from 'zod';
import { forSite } from '#db/for-site.ts';
import { recountPeople } from '#features/users/server/recount.ts';
import { hourSeconds } from '#lib/codes/durations.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inRetriedTransaction, makeCtx } from '#platform/ctx.ts';
import { defineJob, type Job } from '#platform/jobs/registry.ts';
import type { PersonalData } from '#platform/personal-data.ts';
import { visitor } from '#platform/viewer.ts';
import { lateCopyHours } from '../../claims.ts';

export interface ClaimReactions {
  /** everything stored about people */
  readonly personalData: () => readonly PersonalData[];
  /** closes the account of a copied profile, and erases it later */
  readonly close: (ctx: Ctx, userId: number, eraseAt: Date) => Promise<void>;
}

/** What was copied under a profile, by kind: the table, its id and the column that names its user. */
const ofUser = [
  ['track', sql`track t where t.uploader_id`, sql`t.site, t.track_id`],
  ['replay', sql`replay t where t.user_id`, sql`t.site, t.replay_id`],
  ['comment', sql`comment t where t.user_id`, sql`t.site, t.comment_id`],
  ['award', sql`comment t where t.user_id`, sql`t.site, t.comment_id`],
  ['pack', sql`pack t where t.owner_id`, sql`t.site, t.pack_id`],
] as const;

/** Gives everything of a copied profile to its user. May run again: what was copied in the meantime follows. */
export async function handOver(
  tx: TxCtx,
  entries: readonly PersonalData[],
  from: number,
  to: number,
): Promise<void> {
  const site = tx.site.code;
  await sql`select from profile where site = ${site} and user_id in (${from}, ${to})
    order by user_id for no key update`.execute(tx.db);
  // before they are given away: they are found by their former user
  for (const [kind, fromUser, id] of ofUser)
    await sql`update mirrored m set state = 'claimed' where m.site = ${site} and m.kind = ${kind} and m.state = 'copied'
      and m.local_id is not null and (m.site, m.local_id) in (select ${id} from ${fromUser} = ${from} and t.site = ${site})`.execute(
      tx.db,
    );
  await tx.db
    .updateTable('mirrored')
    .set({ local_id: to, state: 'claimed', row_hash: '' })
    .where('site', '=', site)
    .where('kind', '=', 'user')
    .where('local_id', '=', from)
    .execute();
  for (const entry of entries) await entry.handOver?.(tx, from, to);
  await recountPeople(tx, [from, to]);
}

/**
 * Closes claimed profiles, and hands over what a run of the mirror that had begun before copied to them. Runs after each claim, and
 * regularly in case of an interruption.
 */
export const finishUserClaims = ({ personalData, close }: ClaimReactions): Job =>
  defineJob({
    name: 'finish-user-claims',
    input: z.object({}),
    cron: '52 * * * *',
    async run(services) {
      for (const site of services.sites)
        await finishOn(makeCtx(services, site, visitor, services.requestId), personalData(), close);
    },
  });

async function finishOn(
  ctx: Ctx,
  entries: readonly PersonalData[],
  close: ClaimReactions['close'],
): Promise<void> {
  const claims = await forSite(ctx, 'user_claim')
    .where('granted_at', 'is not', null)
    .where('finished_at', 'is', null)
    .orderBy('granted_at')
    .select(['copied_id', 'user_id', 'granted_at'])
    .execute();
  for (const { copied_id: from, user_id: to, granted_at: grantedAt } of claims) {
    if (!grantedAt) continue;
    const lastAt = new Date(grantedAt.getTime() + lateCopyHours * hourSeconds * 1000);
    const isLast = ctx.clock.now() >= lastAt;
    await inRetriedTransaction(ctx, async (tx) => {
      await handOver(tx, entries, from, to);
      if (isLast)
        await tx.db
          .updateTable('user_claim')
          .set({ finished_at: tx.clock.now() })
          .where('site', '=', tx.site.code)
          .where('copied_id', '=', from)
          .where('user_id', '=', to)
          .execute();
    });
    // erased after the last time, never before
    await close(ctx, from, new Date(lastAt.getTime() + lateCopyHours * hourSeconds * 1000));
  }
}
