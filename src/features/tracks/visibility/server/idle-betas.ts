import { sql } from 'kysely';
import { z } from 'zod';
import { acrossSites } from '#db/for-site.ts';
import { recordAct } from '#features/modlog/server/actions.ts';
import { notify } from '#features/notices/server/actions.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Services, TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { defineJob } from '#platform/jobs/registry.ts';
import { routes } from '#routes/routes.ts';
import { lockTrack } from '../../server/counters.ts';
import { eachTrack } from '../../server/each-track.ts';
import { authorIds, countAround } from '../../server/recount-people.ts';
import { betaDays, betaStep, betaWarningDays } from '../beta.ts';
import { hideBeta } from './hide.ts';

const due = (services: Services, before: Date) =>
  acrossSites(services.db, 'betas without changes are hidden on every site')
    .selectFrom('track')
    .where('is_beta', '=', true)
    .where('is_public', '=', true)
    .where('updated_at', '<=', before)
    .orderBy('updated_at')
    .select(['site', 'track_id'])
    .execute();

/** Every night, warns the authors of betas without changes, and hides those betas a week later. */
export const hideIdleBetas = defineJob({
  name: 'hide-idle-betas',
  input: z.object({}),
  cron: '41 3 * * *',
  run: async (services) => {
    const before = daysBefore(services.clock.now(), betaDays - betaWarningDays);
    await eachTrack(services, await due(services, before), (ctx, trackId) =>
      inTransaction(ctx, (tx) => handleBeta(tx, trackId)),
    );
  },
});

/** Reads the beta again under the lock, because its author may have changed it. */
async function handleBeta(tx: TxCtx, trackId: number): Promise<void> {
  await lockTrack(tx, trackId);
  const beta = await tx.db
    .selectFrom('track')
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .where('is_beta', '=', true)
    .where('is_public', '=', true)
    .select(['track_id', 'name', 'uploader_id', 'beta_warned_at as warnedAt'])
    .select(sql<Date>`greatest(updated_at, beta_changed_at)`.as('changedAt'))
    .executeTakeFirst();
  if (!beta) return;
  const step = betaStep(beta, tx.clock.now());
  if (step === 'nothing') return;
  await tx.db
    .updateTable('track')
    .set(step === 'hide' ? { is_public: false } : { beta_warned_at: tx.clock.now() })
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .execute();
  const name = `“${stripGameText(beta.name)}”`;
  await notify(tx, {
    to: await authorIds(tx, trackId),
    kind: 'track.moderated',
    text:
      step === 'hide'
        ? `${name} was hidden because it hasn’t changed for ${betaDays} days. You can show it again on its edit page.`
        : `${name} will be hidden in ${betaWarningDays} days: betas stay visible for ${betaDays} days after their last change. Release it, edit it or upload a new file.`,
    link: routes.trackEdit(trackId),
  });
  if (step === 'warn') return;
  await recordAct(tx, hideBeta, {
    subject: { kind: 'track', id: trackId },
    reason: `Betas are hidden after ${betaDays} days without changes.`,
    before: { Public: true },
    after: { Public: false },
    personId: beta.uploader_id,
  });
  await countAround(tx, trackId);
}
