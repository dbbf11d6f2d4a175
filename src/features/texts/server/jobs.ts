import { sql } from 'kysely';
import { z } from 'zod';
import { acrossSites } from '#db/for-site.ts';
import { notify } from '#features/notices/server/actions.ts';
import type { Services, TxCtx } from '#platform/context.ts';
import { inTransaction, makeCtx } from '#platform/ctx.ts';
import { defineJob, type Job } from '#platform/jobs/registry.ts';
import { visitor } from '#platform/viewer.ts';
import { routes } from '#routes/routes.ts';
import { deletedBefore, expiredBefore, heldKinds, waitingDays } from '../held.ts';
import { setHeldState } from './actions.ts';
import { checkNewText } from './hints.ts';
import { heldForUpdate } from './repo.ts';

const due = ({ db, clock }: Services) =>
  acrossSites(db, 'texts expire on every site')
    .selectFrom('held_text')
    .where('state', '=', 'waiting')
    .where('held_at', '<=', expiredBefore(clock.now()))
    .select(['site', 'held_id'])
    .execute();

/** Each hour: ends texts that waited too long, and erases those that ended long ago. What was released stays where it was published. */
const sweepHeldTexts = defineJob({
  name: 'sweep-held-texts',
  input: z.object({}),
  cron: '23 * * * *',
  async run(services) {
    for (const { site: code, held_id: heldId } of await due(services)) {
      const site = services.sites.find((one) => one.code === code);
      if (!site) continue; // an edition that was removed
      const ctx = makeCtx(services, site, visitor, services.requestId);
      await inTransaction(ctx, (tx) => expire(tx, heldId));
    }
    await eraseEnded(services);
  },
});

/** Checks the state again under the lock, because a moderator may have decided meanwhile. */
async function expire(tx: TxCtx, heldId: number): Promise<void> {
  const held = await heldForUpdate(tx, heldId);
  if (held.state !== 'waiting') return;
  await setHeldState(tx, heldId, 'expired');
  await notify(tx, {
    to: [held.userId],
    kind: 'text.expired',
    text: `Your ${heldKinds[held.kind]} waited ${waitingDays} days for review and wasn’t published. You can still read it.`,
    link: routes.heldText(heldId),
  });
}

/** Rows of released texts stay without their text: they are counted. */
async function eraseEnded({ db, clock }: Services): Promise<void> {
  const everywhere = acrossSites(db, 'texts are erased on every site');
  const before = deletedBefore(clock.now());
  await everywhere
    .deleteFrom('held_text')
    .where('ended_at', '<=', before)
    .where('text', '<>', '')
    .where('state', 'in', ['refused', 'withdrawn', 'expired'])
    .execute();
  await everywhere
    .updateTable('held_text')
    .where('ended_at', '<=', before)
    .where('text', '<>', '')
    .set({ text: '', title: null, payload: sql`'{}'::jsonb`, replaced: null })
    .execute();
}

/** The jobs of texts. */
export const textJobs: readonly Job[] = [sweepHeldTexts, checkNewText];
