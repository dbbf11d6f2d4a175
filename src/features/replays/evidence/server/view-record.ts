import { forSite } from '#db/for-site.ts';
import { evidenceViewed } from '#features/modlog/model.ts';
import { act } from '#features/modlog/server/act.ts';
import { recordAct } from '#features/modlog/server/actions.ts';
import { dayMs } from '#lib/codes/durations.ts';
import type { TxCtx } from '#platform/context.ts';
import { lockUntilCommit } from '#platform/lock.ts';

export const viewEvidence = act({
  name: evidenceViewed,
  label: 'Viewed an evidence sheet',
  group: null,
  effect: 'internal',
  cannot: 'Viewing an evidence sheet changes nothing.',
});

/** Records that a moderator viewed the sheet of a replay: once a day (UTC), also with several requests at once. */
export async function recordView(tx: TxCtx, replayId: number): Promise<void> {
  const { userId } = tx.viewer;
  await lockUntilCommit(tx, `evidence ${tx.site.code} ${userId} ${replayId}`);
  const midnight = new Date(Math.floor(tx.clock.now().getTime() / dayMs) * dayMs);
  const known = await forSite(tx, 'moderation_act')
    .where('subject_kind', '=', 'replay')
    .where('subject_id', '=', replayId)
    .where('acted_at', '>=', midnight)
    .where('act', '=', viewEvidence.name)
    .where('user_id', '=', userId)
    .select('act_id')
    .limit(1)
    .executeTakeFirst();
  if (known) return;
  const reason = 'The measurements of this replay were viewed.';
  await recordAct(tx, viewEvidence, { subject: { kind: 'replay', id: replayId }, reason });
}
