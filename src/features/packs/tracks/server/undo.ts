import { forSite } from '#db/for-site.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { PackChanged } from '../entries.ts';
import type { Managed } from '../forms.ts';
import { deleteEntries, entryOf, insertEntries, isApproved, place, trackName } from './entries.ts';
import { notifyAuthors } from './notify.ts';
import type { Pack } from './pack-facts.ts';
import { completeStep, type PackTrackReactions, Reversal, type Step } from './step.ts';

type UndoForm = Extract<Managed, { act: 'undo' }>;
type Undone = Pick<Step, 'changed' | 'approves'>;

const changedMeanwhile = () =>
  new Problem(409, 'The trackpack has changed since, so you can’t undo this step.');

/** Undoes the last step of a locked pack: statuses, positions and order are exactly as before it. */
export async function undoStep(
  tx: TxCtx,
  pack: Pack,
  { revision, Reason: reason }: UndoForm,
  reactions: PackTrackReactions,
): Promise<PackChanged> {
  if (revision !== pack.revision) throw changedMeanwhile();
  const step = await forSite(tx, 'pack_step')
    .where('pack_id', '=', pack.packId)
    .select(['text', 'reversal'])
    .executeTakeFirst();
  if (!step) throw new Problem(409, 'There’s nothing to undo.');
  const undone = await reverse(tx, pack, Reversal.parse(step.reversal));
  const text = `Undone: ${step.text}`;
  return {
    Revision: await completeStep(tx, pack, { ...undone, text, reversal: null }, { reason, reactions }),
  };
}

function reverse(tx: TxCtx, pack: Pack, reversal: Reversal): Promise<Undone> {
  switch (reversal.kind) {
    case 'place':
      return restorePlace(tx, pack, reversal);
    case 'insert':
      return listAgain(tx, pack, reversal);
    case 'delete':
      return unlist(tx, pack, reversal.trackIds);
    default:
      return reversal satisfies never;
  }
}

type Of<Kind extends Reversal['kind']> = Extract<Reversal, { kind: Kind }>;

async function restorePlace(tx: TxCtx, pack: Pack, { trackId, ...to }: Of<'place'>): Promise<Undone> {
  const entry = await entryOf(tx, pack.packId, trackId);
  if (!entry) throw new Error(`Track ${trackId} left pack ${pack.packId} without a new revision.`);
  await place(tx, pack.packId, trackId, { from: entry, to });
  if (entry.status === to.status) return { changed: 'order' };
  await notifyAuthors(tx, pack, entry, to.status);
  return { changed: isApproved(entry) || isApproved(to) ? 'set' : 'nothing', approves: isApproved(to) };
}

/** A removed track is listed again, unless it was deleted in the meantime or is a beta now. */
async function listAgain(tx: TxCtx, pack: Pack, { trackId, ...entry }: Of<'insert'>): Promise<Undone> {
  const track = await forSite(tx, 'track')
    .where('track_id', '=', trackId)
    .select(['name', 'is_beta', 'deleted_at'])
    .executeTakeFirst();
  if (!track || track.deleted_at !== null) {
    throw new Problem(409, 'The removed track was deleted, so it can’t be listed again.');
  }
  if (track.is_beta) throw new Problem(409, 'Trackpacks can’t contain beta tracks.');
  await insertEntries(tx, pack.packId, [trackId], entry);
  const changed = { trackId, name: trackName(trackId, track.name), addedBy: entry.addedBy };
  await notifyAuthors(tx, pack, changed, entry.status);
  return { changed: isApproved(entry) ? 'set' : 'nothing', approves: isApproved(entry) };
}

/** Tracks that managers added are removed again. */
async function unlist(tx: TxCtx, pack: Pack, trackIds: readonly number[]): Promise<Undone> {
  await deleteEntries(tx, pack.packId, trackIds);
  return { changed: 'set' };
}
