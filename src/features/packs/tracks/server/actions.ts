import { forSite } from '#db/for-site.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { submissionRefusal } from '../../submission.ts';
import { trackName } from './entries.ts';
import { lockedPack, packById } from './pack-facts.ts';
import type { PackTrackReactions } from './step.ts';
import { enlist } from './submit.ts';

interface Uploaded {
  readonly packId: number;
  readonly trackId: number;
  readonly isBeta: boolean;
  /** the requested status; null: the default for the submitter */
  readonly status: PackTrackStatus | null;
}

/** For the demo, whose achievements are found at night. */
const noReactions: PackTrackReactions = { onApproved: async () => {} };

/**
 * Adds a track to a pack, in the transaction that creates the track. Managers choose its status, by default approved; tracks of
 * others wait for the managers.
 */
export async function submitToPack(
  tx: TxCtx,
  uploaded: Uploaded,
  reactions: PackTrackReactions = noReactions,
): Promise<void> {
  const pack = await lockedPack(tx, uploaded.packId);
  const refusal = submissionRefusal(pack, uploaded);
  if (refusal !== null) throw new Problem(403, refusal, { field: 'TrackStatus' });
  const status = uploaded.status ?? (pack.isManager ? PackTrackStatus.approved : PackTrackStatus.pending);
  if (!pack.isManager && status !== PackTrackStatus.pending) {
    const detail = 'Only the pack’s managers can set a track’s status.';
    throw new Problem(403, detail, { field: 'TrackStatus' });
  }
  const { trackId } = uploaded;
  const { name } = await forSite(tx, 'track')
    .where('track_id', '=', trackId)
    .select('name')
    .executeTakeFirstOrThrow();
  const track = { trackId, name: trackName(trackId, name) };
  await enlist(tx, pack, track, { status, reactions, reason: 'Uploaded into the trackpack.' });
}

/** The pack for the page that uploads into it; null if there is none that this viewer may see. */
export async function packForUpload(ctx: Ctx, packId: number) {
  const pack = await packById(ctx, packId);
  if (!pack) return null;
  const { name, isManager } = pack;
  return { packId, name, isManager, refusal: submissionRefusal(pack, { isBeta: false }) };
}
