import { forSite } from '#db/for-site.ts';
import { recordModeration } from '#features/modlog/server/actions.ts';
import { notify, withdrawGone } from '#features/notices/server/actions.ts';
import { holdTrack } from '#features/tracks/server/counters.ts';
import { countDriven } from '#features/users/server/counters.ts';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import { routes } from '#routes/routes.ts';
import type { Ending, ReplayAnswer, SecretSetting } from '../../forms.ts';
import { type OnReplayChange, placeReplay } from '../../ranking/server/rank.ts';
import { secretUntil } from '../../secret/secret.ts';
import { isModeration } from '../../server/policy.ts';
import type { VisibleReplay } from '../../server/repo.ts';
import { postedAgain, runIsBack } from './posted-again.ts';

export const factsOf = ({ replay }: VisibleReplay) => ({
  driverId: replay.user_id,
  deletedBy: replay.deleted_at === null ? null : replay.deleted_by,
});

const answerOf = ({ replay }: VisibleReplay): ReplayAnswer => ({
  ReplayId: replay.replay_id,
  Link: routes.trackShow(replay.track_id),
});

const replayRow = (tx: TxCtx, replayId: number) =>
  tx.db.updateTable('replay').where('site', '=', tx.site.code).where('replay_id', '=', replayId);

/** Ranks the replay again and runs the callbacks of other features, in the same transaction. */
async function rankAgain(
  tx: TxCtx,
  { replay }: VisibleReplay,
  kind: 'deleted' | 'restored' | 'revoked' | 'released',
  onChange: readonly OnReplayChange[],
): Promise<void> {
  const change = {
    kind,
    trackId: replay.track_id,
    replayId: replay.replay_id,
    userId: replay.user_id,
  } as const;
  const placed = await placeReplay(tx, change);
  for (const react of onChange) await react(tx, change, placed);
}

/** Deletes a replay: it disappears from all lists and boards, but can be restored. */
export const deleteReplay =
  (onChange: readonly OnReplayChange[]) =>
  async (tx: TxCtx, found: VisibleReplay, { Reason }: Ending): Promise<ReplayAnswer> => {
    const { replay } = found;
    const reason = await recordAct(tx, found, { act: 'replay.delete', did: 'deleted', reason: Reason });
    await replayRow(tx, replay.replay_id)
      .set({
        deleted_at: tx.clock.now(),
        deleted_by: tx.viewer.userId,
        deletion_reason: reason,
        is_best: false,
        top_position: null,
      })
      .execute();
    await withdrawGone(tx, {
      page: routes.trackShow(replay.track_id),
      kinds: ['record.beaten'],
      act: { byUserId: replay.user_id, at: replay.replay_at },
    });
    await rankAgain(tx, found, 'deleted', onChange);
    return answerOf(found);
  };

/** Restores a deleted replay, unless its run has been posted again since: it would be on the board twice. */
export const restoreReplay =
  (onChange: readonly OnReplayChange[]) =>
  async (tx: TxCtx, found: VisibleReplay, { Reason }: Ending): Promise<ReplayAnswer> => {
    const { replay } = found;
    await lockUntilCommit(tx, `replay ${tx.site.code} ${replay.sha256}`);
    const again = await postedAgain(tx, replay.replay_id);
    if (again !== null) throw new Problem(409, runIsBack(again), { link: routes.trackShow(replay.track_id) });
    await recordAct(tx, found, { act: 'replay.restore', did: 'restored', reason: Reason });
    await replayRow(tx, replay.replay_id)
      .set({ deleted_at: null, deleted_by: null, deletion_reason: null })
      .execute();
    await rankAgain(tx, found, 'restored', onChange);
    return answerOf(found);
  };

/** Decides whether a replay counts on the board. A revoked one stays listed, and can be downloaded. */
export const setCounting =
  (onChange: readonly OnReplayChange[]) =>
  async (tx: TxCtx, found: VisibleReplay, counts: boolean, reason: string): Promise<void> => {
    const { replay } = found;
    const act = counts ? 'replay.release' : 'replay.revoke';
    await recordAct(tx, found, { act, did: counts ? 'released' : 'revoked', reason }, true);
    await replayRow(tx, replay.replay_id)
      .set({ revoked_at: counts ? null : tx.clock.now() })
      .execute();
    await rankAgain(tx, found, counts ? 'released' : 'revoked', onChange);
  };

interface Act {
  readonly act: 'replay.delete' | 'replay.restore' | 'replay.revoke' | 'replay.release';
  readonly did: string;
  readonly reason: string;
}

const isGood = (act: Act['act']) => act === 'replay.restore' || act === 'replay.release';

/**
 * Records what was done to another user's replay and notifies its driver. Returns the reason; null for the viewer's own replay.
 * `always`: drivers cannot do this themselves.
 */
async function recordAct(
  tx: TxCtx,
  found: VisibleReplay,
  { act, did, reason: typed }: Act,
  always = false,
): Promise<string | null> {
  const reason = cleanMessage(typed);
  const { replay, track } = found;
  if (!always && !isModeration(tx.viewer, factsOf(found))) return null;
  const subject = { kind: 'replay', id: replay.replay_id };
  await recordModeration(tx, { act, subject, reason, personId: replay.user_id });
  await notify(tx, {
    to: [replay.user_id],
    kind: isGood(act) ? 'replay.restored' : 'replay.deleted',
    text: `A moderator ${did} your replay on “${stripGameText(track.name)}”: ${reason.replace(/\s+/g, ' ').trim()}`,
    link: routes.trackShow(replay.track_id),
  });
  return reason.trim();
}

/** Sets or ends the time until which the result of a replay is secret. */
export async function setSecret(
  tx: TxCtx,
  found: VisibleReplay,
  { SecretUntil }: SecretSetting,
): Promise<ReplayAnswer> {
  const date = secretUntil(SecretUntil, tx.clock.now());
  if (!date.ok) throw new Problem(422, date.reason, { field: 'SecretUntil' });
  const { replay_id: replayId, user_id: userId, track_id: trackId } = found.replay;
  await holdTrack(tx, trackId);
  const before = await secrecyOf(tx, replayId);
  await replayRow(tx, replayId).set({ secret_until: date.until }).execute();
  const counted = (isSecret: boolean) => (before.is_best && !isSecret ? before.medal : 0);
  await countDriven(tx, userId, {
    trackId,
    replays: 0,
    medalBefore: counted(before.secret_until !== null),
    medalAfter: counted(date.until !== null),
  });
  return answerOf(found);
}

const secrecyOf = (tx: TxCtx, replayId: number) =>
  forSite(tx, 'replay')
    .where('replay_id', '=', replayId)
    .select(['is_best', 'medal', 'secret_until'])
    .executeTakeFirstOrThrow();
