import { packStatusNames } from '#lib/codes/pack.ts';
import type { TxCtx } from '#platform/context.ts';
import { assertAllowed } from '#platform/http/problem.ts';
import type { PackChanged, TracksAdded } from '../../entries.ts';
import { actOfStatus, mayAct } from '../../states.ts';
import type { Managed } from '../../track-forms.ts';
import { addTracks } from './add.ts';
import { deleteEntries, entryOf, isApproved, place } from './entries.ts';
import { notifyAuthors } from './notify.ts';
import type { Pack } from './pack.ts';
import { completeStep, type PackSlots, type Step } from './step.ts';
import { undoStep } from './undo.ts';

type Form<Act extends Managed['act']> = Extract<Managed, { act: Act }>;

/** Changes the tracks of a locked pack that the viewer manages. */
export function manageTracks(
  tx: TxCtx,
  pack: Pack,
  form: Managed,
  slots: PackSlots,
): Promise<PackChanged | TracksAdded> {
  switch (form.act) {
    case 'status':
      return setStatus(tx, pack, form, slots);
    case 'move':
      return move(tx, pack, form, slots);
    case 'remove':
      return remove(tx, pack, form, slots);
    case 'add':
      return addTracks(tx, pack, form, slots);
    case 'undo':
      return undoStep(tx, pack, form, slots);
    default:
      return form satisfies never;
  }
}

/** The entry of a track on which a manager may do this; throws a Problem 409 with the reason why not. */
async function entryFor(tx: TxCtx, pack: Pack, trackId: number, act: Parameters<typeof mayAct>[1]) {
  const entry = await entryOf(tx, pack.packId, trackId);
  assertAllowed(mayAct('manager', act, entry?.status ?? null));
  if (!entry) throw new Error(`A manager may ${act} a track that is not in the pack.`);
  return entry;
}

const statusNames = new Map(packStatusNames);

async function setStatus(
  tx: TxCtx,
  pack: Pack,
  { trackId, status, Reason: reason }: Form<'status'>,
  slots: PackSlots,
): Promise<PackChanged> {
  const entry = await entryFor(tx, pack, trackId, actOfStatus[status]);
  if (entry.status === status) return { Revision: pack.revision };
  const to = { status, position: isApproved({ status }) ? pack.lastPosition + 1 : null };
  await place(tx, pack.packId, trackId, { from: entry, to });
  if (status !== 0) await notifyAuthors(tx, pack, entry, status);
  const step: Step = {
    text: `Set “${entry.name}” from ${statusNames.get(entry.status)} to ${statusNames.get(status)}`,
    reversal: { kind: 'place', trackId, status: entry.status, position: entry.position },
    changed: isApproved(entry) || isApproved(to) ? 'set' : 'nothing',
    approves: isApproved(to),
  };
  return { Revision: await completeStep(tx, pack, step, { reason, slots }) };
}

async function move(
  tx: TxCtx,
  pack: Pack,
  { trackId, position, Reason: reason }: Form<'move'>,
  slots: PackSlots,
): Promise<PackChanged> {
  const entry = await entryFor(tx, pack, trackId, 'move');
  const to = { status: entry.status, position: Math.min(position, pack.lastPosition) };
  if (entry.position === to.position) return { Revision: pack.revision };
  await place(tx, pack.packId, trackId, { from: entry, to });
  const step: Step = {
    text: `Moved “${entry.name}” from ${entry.position} to ${to.position}`,
    reversal: { kind: 'place', trackId, status: entry.status, position: entry.position },
    changed: 'order',
  };
  return { Revision: await completeStep(tx, pack, step, { reason, slots }) };
}

async function remove(
  tx: TxCtx,
  pack: Pack,
  { trackId, Reason: reason }: Form<'remove'>,
  slots: PackSlots,
): Promise<PackChanged> {
  const { name, ...entry } = await entryFor(tx, pack, trackId, 'remove');
  await deleteEntries(tx, pack.packId, [trackId]);
  await notifyAuthors(tx, pack, { ...entry, name }, 'removed');
  const step: Step = {
    text: `Removed “${name}”`,
    reversal: { kind: 'insert', ...entry },
    changed: isApproved(entry) ? 'set' : 'nothing',
  };
  return { Revision: await completeStep(tx, pack, step, { reason, slots }) };
}
