import { sql } from 'kysely';
import { z } from 'zod';
import { noReasonGiven } from '#features/modlog/model.ts';
import { act } from '#features/modlog/server/act.ts';
import { recordAct } from '#features/modlog/server/actions.ts';
import { notify } from '#features/notices/server/actions.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import type { TxCtx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import { irreversible } from '../../rights.ts';
import { recountPacks, recountPackValues } from '../../server/recount.ts';
import type { Pack } from './pack-facts.ts';

const place = {
  trackId: z.number(),
  status: z.enum(PackTrackStatus),
  position: z.number().nullable(),
};

/** What restores the tracks of a pack as they were before a step, provided that nothing has changed since. */
export const Reversal = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('place'), ...place }),
  z.object({ kind: z.literal('insert'), ...place, addedBy: z.number(), addedAt: z.coerce.date() }),
  z.object({ kind: z.literal('delete'), trackIds: z.array(z.number()) }),
]);
export type Reversal = z.output<typeof Reversal>;

/** A change to the tracks of a pack that was just made. */
export interface Step {
  /** a phrase for managers and the moderation log, such as "Moved “Loop” from 3 to 1" */
  readonly text: string;
  /** null: it cannot be undone by the managers */
  readonly reversal: Reversal | null;
  /** the list of approved tracks changed: `set` if a track joined or left it, `order` if only their order */
  readonly changed: 'set' | 'order' | 'nothing';
  /** a track was approved */
  readonly approves?: boolean;
}

/** Run by other features in the transaction that approves a track in a pack. */
export interface PackTrackReactions {
  onApproved(tx: TxCtx, pack: { readonly ownerId: number }): Promise<void>;
}

/** Completes a step in a locked pack: its revision, times and counters, the step to undo, the log. Returns the new revision. */
export async function completeStep(
  tx: TxCtx,
  pack: Pack,
  { text, reversal, changed, approves }: Step,
  { reason, reactions }: { readonly reason: string; readonly reactions: PackTrackReactions },
): Promise<number> {
  const now = tx.clock.now();
  const revision = pack.revision + 1;
  const counted = tx.db
    .updateTable('pack')
    .set({ revision, activity_at: now, ...(changed !== 'nothing' && { updated_at: now }) })
    .where('site', '=', sql.lit(tx.site.code))
    .where('pack_id', '=', pack.packId);
  await Promise.all([counted.execute(), storeReversal(tx, pack.packId, text, reversal)]);
  if (changed === 'set') {
    await recountPacks(tx, [pack.packId]);
    await recountPackValues(tx, [pack.packId]);
  }
  if (approves) await reactions.onApproved(tx, pack);
  if (pack.isModeration) await recordStep(tx, pack, text, reason);
  return revision;
}

/** Only the last revision can be undone, so every other change deletes this. */
async function storeReversal(
  tx: TxCtx,
  packId: number,
  text: string,
  reversal: Reversal | null,
): Promise<void> {
  if (reversal === null) return clearReversal(tx, [packId]);
  await sql`
    insert into pack_step (site, pack_id, user_id, text, reversal)
    values (${tx.site.code}, ${packId}, ${tx.viewer.userId}, ${text}, ${JSON.stringify(reversal)}::jsonb)
    on conflict (site, pack_id) do update set user_id = excluded.user_id, text = excluded.text,
      reversal = excluded.reversal`.execute(tx.db);
}

async function clearReversal({ db, site }: TxCtx, packIds: readonly number[]): Promise<void> {
  await sql`delete from pack_step where site = ${site.code} and pack_id = any(${[...packIds]}::integer[])`.execute(
    db,
  );
}

/**
 * Counts a change made outside the track manager, such as a new file of a track: the packs get a new revision, and there is
 * nothing to undo.
 */
export async function countChange(tx: TxCtx, packIds: readonly number[]): Promise<void> {
  await sql`update pack set revision = revision + 1
    where site = ${tx.site.code} and pack_id = any(${[...packIds]}::integer[])`.execute(tx.db);
  await clearReversal(tx, packIds);
}

export const changeTracks = act({
  name: 'pack.tracks',
  label: 'Changed a trackpack',
  group: 'changed',
  cannot: irreversible['pack.tracks'],
});

/** A moderator's act in a pack of others: logged with a reason, and its owner is notified. */
async function recordStep(tx: TxCtx, pack: Pack, text: string, reason: string): Promise<void> {
  const subject = { kind: 'pack', id: pack.packId };
  await recordAct(tx, changeTracks, {
    subject,
    reason: reason === '' ? '' : `${text}. ${reason}`,
    personId: pack.ownerId,
  });
  await notify(tx, {
    to: [pack.ownerId],
    kind: 'pack.moderated',
    text: `A moderator changed “${pack.name}”: ${text}. ${reason === noReasonGiven ? reason : `Reason: ${reason}`}`,
    link: routes.trackPackShow(pack.packId),
  });
}
