import { forSite } from '#db/for-site.ts';
import { takeId } from '#db/ids.ts';
import { lockTrack } from '#features/tracks/server/counters.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inRetriedTransaction } from '#platform/ctx.ts';
import { storeBlobs } from '#platform/files/store-blobs.ts';
import { Problem } from '#platform/http/problem.ts';
import type { ReceivedFile } from '#platform/uploads/received-file.ts';
import { noteChecked } from '../../checks/server/track-flags.ts';
import { bindLogin } from '../../logins/server/logins.ts';
import type { ReplayChange } from '../../ranking/changes.ts';
import { type OnReplayChange, placeReplay } from '../../ranking/server/rank.ts';
import { replayFiles } from './analyse.ts';
import { insertReplay } from './post.ts';

/** A replay of another site, on a track that is here. */
export interface CopiedReplay {
  /** the id there, which the replay gets if it is free here */
  readonly id: number;
  readonly trackId: number;
  readonly at: Date;
}

/** Rules about posting, which the driver followed at the source. All others are about the run itself. */
const rulesOfPosting: ReadonlySet<string> = new Set(['not-better', 'login', 'restorable']);

/**
 * Posts a replay of the viewer as it was posted at the source, with its date; a worse one than the driver's best is listed as beaten.
 * Returns its id, or the reason why it is refused. `noted` runs in the same transaction.
 */
export async function importReplay(
  ctx: Ctx,
  received: ReceivedFile,
  copied: CopiedReplay,
  onChange: readonly OnReplayChange[],
  noted: (tx: TxCtx, replayId: number) => Promise<void>,
): Promise<{ replayId: number } | { reason: string }> {
  const { blob } = received;
  let read: Awaited<ReturnType<typeof replayFiles.read>>;
  try {
    read = await replayFiles.read(ctx, received, { trackId: copied.trackId, key: null });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { reason: error.message };
  }
  const { file, track, issues } = read;
  const refusal = issues.find(({ Level, Code }) => Level === 'error' && !rulesOfPosting.has(Code));
  if (refusal) return { reason: refusal.Message };
  if (!track) return { reason: 'The track of this replay is not here.' };
  const holder = issues.some(({ Code }) => Code === 'login');
  const replayId = await inRetriedTransaction(ctx, async (now) => {
    const tx = { ...now, clock: { now: () => copied.at } };
    await storeBlobs(now, [blob]);
    await lockTrack(tx, track.trackId);
    const isTaken = await forSite(tx, 'replay')
      .where('replay_id', '=', copied.id)
      .select('replay_id')
      .executeTakeFirst();
    const id = isTaken ? null : await takeId(tx.db, 'replay', tx.site.code, copied.id);
    const inserted = await insertReplay(
      tx,
      { sha256: blob.sha256, file_size: blob.sizeBytes, facts: file },
      track,
      id,
    );
    const change: ReplayChange = {
      kind: 'posted',
      trackId: track.trackId,
      replayId: inserted,
      userId: tx.viewer.userId,
    };
    const placed = await placeReplay(tx, change);
    if (!holder) await bindLogin(tx, file, inserted);
    await noteChecked(
      tx,
      { replayId: inserted, userId: tx.viewer.userId, track: track.row },
      file.run ?? null,
    );
    // what counts now depends on today's date
    for (const react of onChange) await react(now, change, placed);
    await noted(now, inserted);
    return inserted;
  });
  return { replayId };
}

/** Whether this file is already a replay of the track. */
export async function replayByFile(ctx: Ctx, trackId: number, sha256: string): Promise<number | null> {
  const row = await forSite(ctx, 'replay')
    .where('track_id', '=', trackId)
    .where('sha256', '=', sha256)
    .where('deleted_at', 'is', null)
    .select('replay_id')
    .executeTakeFirst();
  return row?.replay_id ?? null;
}

/** Hides a copied replay that its source has deleted. */
export async function deleteImportedReplay(
  tx: TxCtx,
  replayId: number,
  onChange: readonly OnReplayChange[],
): Promise<void> {
  const row = await forSite(tx, 'replay')
    .where('replay_id', '=', replayId)
    .where('deleted_at', 'is', null)
    .select(['track_id', 'user_id'])
    .executeTakeFirst();
  if (!row) return;
  await lockTrack(tx, row.track_id);
  await tx.db
    .updateTable('replay')
    .set({ deleted_at: tx.clock.now(), deleted_by: row.user_id, is_best: false, top_position: null })
    .where('site', '=', tx.site.code)
    .where('replay_id', '=', replayId)
    .execute();
  const change: ReplayChange = { kind: 'deleted', trackId: row.track_id, replayId, userId: row.user_id };
  const placed = await placeReplay(tx, change);
  for (const react of onChange) await react(tx, change, placed);
}
