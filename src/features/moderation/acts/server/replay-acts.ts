import { forSite } from '#db/for-site.ts';
import { updateBoards } from '#features/leaderboards/server/actions.ts';
import { removeReplay, restoreRemovedReplay, setReplayCounting } from '#features/replays/server/moderated.ts';
import { conflict, yes } from '#lib/rules/verdict.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import type { AnyAct, ModeratorAct } from './act.ts';
import { type Nothing, removal, restoration, shared } from './plain-acts.ts';

/** Leaderboards and points are updated in the same transaction. */
const onChange = [updateBoards];

export const deleteReplay = (tx: TxCtx, id: number, reason: string) => removeReplay(tx, id, reason, onChange);
export const restoreReplay = (tx: TxCtx, id: number, reason: string) =>
  restoreRemovedReplay(tx, id, reason, onChange);
export const countReplay = (tx: TxCtx, id: number, counts: boolean, reason: string) =>
  setReplayCounting(tx, id, counts, reason, onChange);

const replayState = (ctx: Ctx, id: number) =>
  forSite(ctx, 'replay').where('replay_id', '=', id).select(['revoked_at', 'deleted_at']).executeTakeFirst();

/** Revokes a replay, or lets it count again. */
const counting = (counts: boolean): ModeratorAct<Nothing> => ({
  ...shared({
    name: counts ? 'replay.release' : 'replay.revoke',
    kind: 'replay',
    label: counts ? 'Let the replay count again' : 'Revoke the replay: it stays, without a place',
  }),
  notifies: true,
  allow: async (ctx, { id }) => {
    const replay = await replayState(ctx, id);
    if (!replay || replay.deleted_at !== null) return conflict('This replay is deleted.');
    if ((replay.revoked_at !== null) === counts) return yes;
    return conflict(counts ? 'This replay is not revoked.' : 'This replay is already revoked.');
  },
  run: async (tx, { id }, _, reason) => {
    await countReplay(tx, id, counts, reason);
    return undefined;
  },
});

/** Acts on replays, in the order in which they are offered. */
export const replayActs: readonly AnyAct[] = [
  counting(false),
  counting(true),
  removal({ name: 'replay.delete', kind: 'replay', label: 'Remove the replay', run: deleteReplay }),
  restoration('replay.delete', {
    name: 'replay.restore',
    kind: 'replay',
    label: 'Restore the replay',
    run: restoreReplay,
  }),
];
