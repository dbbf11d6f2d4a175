import { forSite } from '#db/for-site.ts';
import type { ActRef } from '#features/modlog/acts.ts';
import type { ActFacts } from '#features/modlog/model.ts';
import { act, removing, restoring } from '#features/modlog/server/act.ts';
import { notify, withdrawGone } from '#features/notices/server/actions.ts';
import { lockTrack } from '#features/tracks/server/counters.ts';
import { countDriven } from '#features/users/server/counters.ts';
import { cleanMessage, oneLine } from '#lib/bbcode/typed.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { conflict, yes } from '#lib/rules/verdict.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import { routes } from '#routes/routes.ts';
import type { ReplayAnswer, SecretSetting } from '../../forms.ts';
import { type OnReplayChange, placeReplay } from '../../ranking/server/rank.ts';
import { secretUntil } from '../../secret/secret.ts';
import { isModeration, mayDelete, mayRestore } from '../../server/policy.ts';
import { lockedReplay, type VisibleReplay } from '../../server/repo.ts';
import { postedAgain, runIsBack } from './posted-again.ts';

export const factsOf = ({ replay }: VisibleReplay) => ({
  driverId: replay.user_id,
  deletedBy: replay.deleted_at === null ? null : replay.deleted_by,
});

export const answerOf = ({ replay }: VisibleReplay): ReplayAnswer => ({
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

const find = (tx: TxCtx, { id }: ActRef) => lockedReplay(tx, id, null);

/** Notifies the driver of what a moderator did to a replay. Returns the person concerned. */
async function notifyDriver(
  tx: TxCtx,
  { replay, track }: VisibleReplay,
  did: 'deleted' | 'restored' | 'revoked' | 'released',
  reason: string,
): Promise<ActFacts> {
  await notify(tx, {
    to: [replay.user_id],
    kind: did === 'restored' || did === 'released' ? 'replay.restored' : 'replay.deleted',
    text: `A moderator ${did} your replay on “${stripGameText(track.name)}”: ${oneLine(cleanMessage(reason))}`,
    link: routes.trackShow(replay.track_id),
  });
  return { personId: replay.user_id };
}

/** Moderator actions on replays, in the order in which they are offered. `onChange`: see replayUploadRoutes. */
export const replayLifeActs = (onChange: readonly OnReplayChange[]) => ({
  revoke: counting(false, onChange),
  release: counting(true, onChange),

  /** Deletes a replay: it disappears from all lists and boards, but can be restored. */
  remove: act({
    name: 'replay.delete',
    label: 'Deleted a replay',
    group: 'removed',
    offer: removing('replay', 'Remove the replay'),
    find,
    allow: ({ viewer }, found) => mayDelete(viewer, factsOf(found)),
    notifies: true,
    run: async (tx, found, _, { reason }) => {
      const { replay } = found;
      const isAct = isModeration(tx.viewer, factsOf(found));
      await replayRow(tx, replay.replay_id)
        .set({
          deleted_at: tx.clock.now(),
          deleted_by: tx.viewer.userId,
          deletion_reason: isAct ? cleanMessage(reason).trim() : null,
          is_best: false,
          top_position: null,
        })
        .execute();
      await withdrawGone(tx, {
        page: routes.trackShow(replay.track_id),
        kinds: ['record.beaten'],
        activity: { byUserId: replay.user_id, at: replay.replay_at },
      });
      const facts = isAct ? await notifyDriver(tx, found, 'deleted', reason) : null;
      await rankAgain(tx, found, 'deleted', onChange);
      return facts;
    },
    undo: 'replay.restore',
  }),

  /** Restores a deleted replay, unless its run has been posted again since: it would be on the board twice. */
  restore: act({
    name: 'replay.restore',
    label: 'Restored a replay',
    group: 'restored',
    effect: 'favourable',
    offer: restoring('replay.delete', 'replay', 'Restore the replay'),
    find,
    allow: ({ viewer }, found) => mayRestore(viewer, factsOf(found)),
    notifies: true,
    run: async (tx, found, _, { reason }) => {
      const { replay } = found;
      await lockUntilCommit(tx, `replay ${tx.site.code} ${replay.sha256}`);
      const again = await postedAgain(tx, replay.replay_id);
      if (again !== null)
        throw new Problem(409, runIsBack(again), { link: routes.trackShow(replay.track_id) });
      const isAct = isModeration(tx.viewer, factsOf(found));
      await replayRow(tx, replay.replay_id)
        .set({ deleted_at: null, deleted_by: null, deletion_reason: null })
        .execute();
      const facts = isAct ? await notifyDriver(tx, found, 'restored', reason) : null;
      await rankAgain(tx, found, 'restored', onChange);
      return facts;
    },
    undo: 'replay.delete',
  }),
});

const isGone = conflict('This replay is deleted.');
const isAlready = (counts: boolean) =>
  conflict(counts ? 'This replay isn’t disqualified.' : 'This replay is already disqualified.');

/** Decides whether a replay counts on the board. A revoked one stays listed, and can be downloaded. */
const counting = (counts: boolean, onChange: readonly OnReplayChange[]) =>
  act({
    name: counts ? 'replay.release' : 'replay.revoke',
    label: counts ? 'Reinstated a replay' : 'Disqualified a replay',
    group: counts ? 'released' : 'hidden',
    offer: {
      kinds: ['replay'],
      button: counts ? 'Reinstate replay' : 'Disqualify replay (stays listed, unranked)',
      key: counts ? 'a' : 'q',
      ...(counts && { reasons: 'inFavour' }),
      allow: async (ctx, { id }) => {
        const replay = await forSite(ctx, 'replay')
          .where('replay_id', '=', id)
          .select(['revoked_at', 'deleted_at'])
          .executeTakeFirst();
        if (!replay || replay.deleted_at !== null) return isGone;
        return (replay.revoked_at !== null) === counts ? yes : isAlready(counts);
      },
    },
    find,
    allow: (_, { replay }) => {
      if (replay.deleted_at !== null) return isGone;
      return (replay.revoked_at === null) === counts ? isAlready(counts) : yes;
    },
    notifies: true,
    run: async (tx, found, _, { reason }) => {
      const facts = await notifyDriver(tx, found, counts ? 'released' : 'revoked', reason);
      await replayRow(tx, found.replay.replay_id)
        .set({ revoked_at: counts ? null : tx.clock.now() })
        .execute();
      await rankAgain(tx, found, counts ? 'released' : 'revoked', onChange);
      return facts;
    },
    undo: counts ? 'replay.revoke' : 'replay.release',
  });

/** Sets or ends the time until which the result of a replay is secret. */
export async function setSecret(
  tx: TxCtx,
  found: VisibleReplay,
  { SecretUntil }: SecretSetting,
): Promise<ReplayAnswer> {
  const date = secretUntil(SecretUntil, tx.clock.now());
  if (!date.ok) throw new Problem(422, date.reason, { field: 'SecretUntil' });
  const { replay_id: replayId, user_id: userId, track_id: trackId } = found.replay;
  await lockTrack(tx, trackId);
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
