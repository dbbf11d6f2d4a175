import { noReasonGiven } from '#features/modlog/model.ts';
import { packStatusNames } from '#lib/codes/pack.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { TxCtx } from '#platform/context.ts';
import { legacyRefusal } from '../../submission.ts';
import type { PackChanged, TracksAdded } from '../entries.ts';
import type { Managed } from '../forms.ts';
import { mayPerform, operationOfStatus, type PackOperation } from '../states.ts';
import { addTracks } from './add.ts';
import { deleteEntries, entryOf, isApproved, place } from './entries.ts';
import { notifyAuthors } from './notify.ts';
import { lockedPack, type Pack } from './pack-facts.ts';
import { completeStep, type PackTrackReactions, type Step } from './step.ts';
import { undoStep } from './undo.ts';

type NamedEntry = NonNullable<Awaited<ReturnType<typeof entryOf>>>;
type Form<Act extends Managed['act']> = Extract<Managed, { act: Act }>;

/** A locked pack and the track that the form names, as it is listed there; null: it is not listed, or the form names none. */
export interface ManagedPack {
  readonly pack: Pack;
  readonly entry: NamedEntry | null;
}

/** Locks the pack of a form; 404 if the viewer may not see it. */
export async function managedPack(tx: TxCtx, form: Managed): Promise<ManagedPack> {
  const locked = lockedPack(tx, form.packId);
  // sent after the lock, so that it is read once the lock is held
  const entry = 'trackId' in form ? entryOf(tx, form.packId, form.trackId) : null;
  // whether the pack can be seen decides first: otherwise the answer would depend on which statement ends first
  entry?.catch(() => undefined);
  const pack = await locked;
  return { pack, entry: await entry };
}

/** What the form does with the track that it names; null if it names none. */
function operationOf(form: Managed): PackOperation | null {
  if (form.act === 'status') return operationOfStatus[form.status];
  return form.act === 'move' || form.act === 'remove' ? form.act : null;
}

/** Only managers, not in legacy packs, and as far as the status of the track allows. */
export function mayManage({ pack, entry }: ManagedPack, form: Managed): Verdict {
  if (!pack.isManager) return no('Only the managers of this pack can do this.');
  const legacy = legacyRefusal(pack);
  if (legacy !== null) return no(legacy);
  const operation = operationOf(form);
  return operation === null ? yes : mayPerform('manager', operation, entry?.status ?? null);
}

/** Changes the tracks of a locked pack that the viewer manages. */
export function manageTracks(
  tx: TxCtx,
  { pack, entry }: ManagedPack,
  form: Managed,
  reactions: PackTrackReactions,
): Promise<PackChanged | TracksAdded> {
  switch (form.act) {
    case 'status':
      return setStatus(tx, pack, listed(entry), form, reactions);
    case 'move':
      return move(tx, pack, listed(entry), form, reactions);
    case 'remove':
      return remove(tx, pack, listed(entry), form, reactions);
    case 'add':
      return addTracks(tx, pack, form, reactions);
    case 'undo':
      return undoStep(tx, pack, form, reactions);
    default:
      return form satisfies never;
  }
}

/** The entry, which exists here: mayManage refuses these operations for a track that is not listed. */
function listed(entry: NamedEntry | null): NamedEntry {
  if (!entry) throw new Error('This track isn’t in the pack.');
  return entry;
}

const statusNames = new Map(packStatusNames);

/** Programs may send a status, or remove a track, without a reason. */
async function setStatus(
  tx: TxCtx,
  pack: Pack,
  entry: NamedEntry,
  { trackId, status, Reason: reason, Note }: Form<'status'>,
  reactions: PackTrackReactions,
): Promise<PackChanged> {
  if (entry.status === status) return { Revision: pack.revision };
  const to = { status, position: isApproved({ status }) ? pack.lastPosition + 1 : null };
  await place(tx, pack.packId, trackId, { from: entry, to });
  if (status !== 0) await notifyAuthors(tx, pack, entry, status, Note || reason);
  const step: Step = {
    text: `Set “${entry.name}” from ${statusNames.get(entry.status)} to ${statusNames.get(status)}`,
    reversal: { kind: 'place', trackId, status: entry.status, position: entry.position },
    changed: isApproved(entry) || isApproved(to) ? 'set' : 'nothing',
    approves: isApproved(to),
  };
  return { Revision: await completeStep(tx, pack, step, { reason: reason || noReasonGiven, reactions }) };
}

async function move(
  tx: TxCtx,
  pack: Pack,
  entry: NamedEntry,
  { trackId, position, Reason: reason }: Form<'move'>,
  reactions: PackTrackReactions,
): Promise<PackChanged> {
  const to = { status: entry.status, position: Math.min(position, pack.lastPosition) };
  if (entry.position === to.position) return { Revision: pack.revision };
  const step: Step = {
    text: `Moved “${entry.name}” from ${entry.position} to ${to.position}`,
    reversal: { kind: 'place', trackId, status: entry.status, position: entry.position },
    changed: 'order',
  };
  const [Revision] = await Promise.all([
    completeStep(tx, pack, step, { reason, reactions }),
    place(tx, pack.packId, trackId, { from: entry, to }),
  ]);
  return { Revision };
}

async function remove(
  tx: TxCtx,
  pack: Pack,
  { name, ...entry }: NamedEntry,
  { trackId, Reason: reason }: Form<'remove'>,
  reactions: PackTrackReactions,
): Promise<PackChanged> {
  await deleteEntries(tx, pack.packId, [trackId]);
  await notifyAuthors(tx, pack, { ...entry, name }, 'removed');
  const step: Step = {
    text: `Removed “${name}”`,
    reversal: { kind: 'insert', ...entry },
    changed: isApproved(entry) ? 'set' : 'nothing',
  };
  return { Revision: await completeStep(tx, pack, step, { reason: reason || noReasonGiven, reactions }) };
}
