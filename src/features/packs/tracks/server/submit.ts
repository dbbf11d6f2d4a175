import { visibleTrack } from '#features/tracks/server/repo.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import { no, type Verdict } from '#lib/rules/verdict.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import { legacyRefusal, submissionRefusal } from '../../submission.ts';
import type { Submitted } from '../forms.ts';
import { actorOf, mayPerform, type PackActor } from '../states.ts';
import { deleteEntries, type Entry, entryOf, insertEntries, isApproved, trackName } from './entries.ts';
import { notifyManagers } from './notify.ts';
import { lockedPack, type Pack, packById } from './pack-facts.ts';
import { completeStep, type PackTrackReactions, type Step } from './step.ts';

/** A track that the viewer submits to a pack or withdraws from it. */
export interface Submission {
  readonly pack: Pack;
  readonly track: { readonly trackId: number; readonly name: string; readonly isBeta: boolean };
  readonly entry: Entry | null;
  readonly actor: PackActor;
}

/** Locks the pack and reads the track; 404 if the viewer may not see one of them. */
export const submissionOf = async (
  tx: TxCtx,
  { packId, trackId }: Pick<Submitted, 'packId' | 'trackId'>,
): Promise<Submission> => readSubmission(tx, await lockedPack(tx, packId), trackId);

/** A track and what the viewer is to it in a pack; 404 if the viewer may not see it. */
async function readSubmission(ctx: Ctx, held: Pack, trackId: number): Promise<Submission> {
  const pack = asSubmitter(held);
  const track = await visibleTrack(ctx, trackId);
  const entry = await entryOf(ctx, pack.packId, trackId);
  const actor = actorOf({
    managesPack: pack.isManager,
    isAuthor: track.relation.isAuthor,
    isSubmitter: entry?.addedBy === ctx.viewer.userId,
  });
  return {
    pack,
    track: { trackId, name: trackName(trackId, track.name), isBeta: track.is_beta },
    entry,
    actor,
  };
}

/** For the page: a track, its place in a pack, and what the viewer may do; 404 if they may not see one of them. */
export async function submitPage(ctx: Ctx, packId: number, trackId: number) {
  const pack = await packById(ctx, packId);
  if (!pack) throw notFound('This trackpack');
  const submission = await readSubmission(ctx, pack, trackId);
  const { track, entry } = submission;
  return {
    track,
    entry,
    may: { submit: maySubmit(submission, 'submit'), withdraw: maySubmit(submission, 'withdraw') },
  };
}

/** Moderators submit like everyone else: in packs of others they act as moderators only on the page of its managers. */
const asSubmitter = (pack: Pack): Pack =>
  pack.isModeration ? { ...pack, isManager: false, isModeration: false } : pack;

/** Whether the viewer may submit or withdraw this track now. */
export function maySubmit({ pack, track, entry, actor }: Submission, act: Submitted['act']): Verdict {
  const legacy = legacyRefusal(pack);
  if (legacy !== null) return no(legacy);
  const verdict = mayPerform(actor, act, entry?.status ?? null);
  if (!verdict.ok || act === 'withdraw') return verdict;
  const refusal = submissionRefusal(pack, track);
  return refusal === null ? verdict : no(refusal);
}

/** Submits or withdraws a track. What its authors do cannot be undone by the managers, who have operations of their own for it. */
export async function submitOrWithdraw(
  tx: TxCtx,
  { pack, track, entry, actor }: Submission,
  { act }: Submitted,
  reactions: PackTrackReactions,
): Promise<{ Revision: number; Status: PackTrackStatus | null }> {
  const { packId } = pack;
  const isManager = actor === 'manager';
  if (act === 'withdraw' && entry) {
    await deleteEntries(tx, packId, [track.trackId]);
    const step: Step = {
      text: `Withdrew “${track.name}”`,
      reversal: isManager ? { kind: 'insert', ...entry } : null,
      changed: isApproved(entry) ? 'set' : 'nothing',
    };
    return { Revision: await completeStep(tx, pack, step, { reason: '', reactions }), Status: null };
  }
  const status = isManager ? PackTrackStatus.approved : PackTrackStatus.pending;
  const Revision = await enlist(tx, pack, track, { status, reactions });
  return { Revision, Status: status };
}

/** Lists the viewer's own track in a locked pack, after the last one. Managers are notified of one that waits for them. */
export async function enlist(
  tx: TxCtx,
  pack: Pack,
  { trackId, name }: { readonly trackId: number; readonly name: string },
  {
    status,
    reactions,
    reason = '',
  }: { status: PackTrackStatus; reactions: PackTrackReactions; reason?: string },
): Promise<number> {
  await insertEntries(tx, pack.packId, [trackId], {
    status,
    position: isApproved({ status }) ? pack.lastPosition + 1 : null,
    addedBy: tx.viewer.userId,
    addedAt: tx.clock.now(),
  });
  if (status === PackTrackStatus.pending) await notifyManagers(tx, [pack.packId]);
  const step: Step = {
    text: `Added “${name}”`,
    reversal: pack.isManager ? { kind: 'delete', trackIds: [trackId] } : null,
    changed: isApproved({ status }) ? 'set' : 'nothing',
    approves: isApproved({ status }),
  };
  return completeStep(tx, pack, step, { reason, reactions });
}
