import { sql } from 'kysely';
import { z } from 'zod';
import { acrossSites, forSite } from '#db/for-site.ts';
import { lockTrack } from '#features/tracks/server/counters.ts';
import { minuteMs } from '#lib/codes/durations.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inTransaction, makeCtx } from '#platform/ctx.ts';
import { defineJob, type Job, type JobCtx } from '#platform/jobs/registry.ts';
import { visitor } from '#platform/viewer.ts';
import { RUN_RULES_VERSION, type RunVerdict } from '../../checks/run-rules.ts';
import { type Compared, compareStored } from '../../checks/server/compare-with-track.ts';
import { isTrackFlag, noteChecked, trackFlags } from '../../checks/server/track-flags.ts';
import { queueHint } from '../../evidence/server/hint.ts';
import { type OnReplayChange, placeReplay } from '../../ranking/server/rank.ts';

/** Replays between two moves of the cursor: what a crash repeats, without effect. */
const batchSize = 50;
/** Files of one run: some seconds of one reading thread, so that uploads always have another. */
const filesAtOnce = 500;
const retryMinutes = 60;

/**
 * Every minute, compares stored replays with their tracks: those posted before there were such rules, all again when the rules
 * change, and those whose files could not be read. What contradicts its track is held, as a new one would be. Nothing is deleted.
 */
export const checkStoredReplays = (onChange: readonly OnReplayChange[]): Job =>
  defineJob({
    name: 'check-stored-replays',
    input: z.object({}),
    cron: '* * * * *',
    run: async (services) => {
      let left = filesAtOnce - (await retryPending(services, onChange));
      for (const site of services.sites) {
        const ctx = makeCtx(services, site, visitor, services.requestId);
        while (left > 0) {
          const done = await checkBatch(ctx, Math.min(left, batchSize), onChange);
          if (done === 0) break;
          left -= done;
        }
      }
    },
  });

/** Returns how many were tried. */
async function retryPending(services: JobCtx, onChange: readonly OnReplayChange[]): Promise<number> {
  const pending = await acrossSites(services.db, 'replays of every edition wait for their files')
    .selectFrom('replay_check as c')
    .innerJoin('replay as r', (join) =>
      join.onRef('r.site', '=', 'c.site').onRef('r.replay_id', '=', 'c.replay_id'),
    )
    .where('c.outcome', '=', sql.lit('pending'))
    .where('c.checked_at', '<', new Date(services.clock.now().getTime() - retryMinutes * minuteMs))
    .orderBy('c.checked_at')
    .limit(batchSize)
    .select(['r.site', 'r.replay_id', 'r.sha256'])
    .execute();
  for (const one of pending) {
    const site = services.sites.find(({ code }) => code === one.site);
    if (site) await checkOne(makeCtx(services, site, visitor, services.requestId), one, onChange);
  }
  return pending.length;
}

/** Compares the replays after the cursor and moves it. Returns how many there were, 0 also if another run moved it meanwhile. */
async function checkBatch(ctx: Ctx, most: number, onChange: readonly OnReplayChange[]): Promise<number> {
  const cursor = await cursorOf(ctx);
  const batch = await forSite(ctx, 'replay')
    .leftJoin('replay_check as c', (join) =>
      join.onRef('c.site', '=', 'replay.site').onRef('c.replay_id', '=', 'replay.replay_id'),
    )
    .where('replay.replay_id', '>', cursor)
    .orderBy('replay.replay_id')
    .limit(most)
    .select(['replay.replay_id', 'replay.sha256', 'c.version'])
    .execute();
  const last = batch.at(-1);
  if (!last) return 0;
  for (const one of batch) if (one.version !== RUN_RULES_VERSION) await checkOne(ctx, one, onChange);
  const moved = await ctx.db
    .updateTable('replay_check_cursor')
    .set({ after_id: last.replay_id })
    .where('site', '=', ctx.site.code)
    .where('version', '=', RUN_RULES_VERSION)
    .where('after_id', '=', cursor)
    .executeTakeFirst();
  return moved.numUpdatedRows > 0n ? batch.length : 0;
}

/** Each version of the rules has its own cursor, so that new ones begin with the first replay. */
async function cursorOf(ctx: Ctx): Promise<number> {
  await ctx.db
    .insertInto('replay_check_cursor')
    .values({ site: ctx.site.code, version: RUN_RULES_VERSION, after_id: 0 })
    .onConflict((conflict) => conflict.columns(['site', 'version']).doNothing())
    .execute();
  const { after_id } = await forSite(ctx, 'replay_check_cursor')
    .where('version', '=', RUN_RULES_VERSION)
    .select('after_id')
    .executeTakeFirstOrThrow();
  return after_id;
}

interface Stored {
  readonly replay_id: number;
  readonly sha256: string;
}

async function checkOne(ctx: Ctx, stored: Stored, onChange: readonly OnReplayChange[]): Promise<void> {
  const compared = await compareStored(ctx, stored.sha256);
  await inTransaction(ctx, (tx) => apply(tx, stored.replay_id, compared, onChange));
}

/** The replay with its track locked, also if the viewer may not see it; undefined if it is gone. */
async function lockedRow(tx: TxCtx, replayId: number) {
  const read = () =>
    forSite(tx, 'replay')
      .innerJoin('track', (join) =>
        join.onRef('track.site', '=', 'replay.site').onRef('track.track_id', '=', 'replay.track_id'),
      )
      .leftJoin('replay_check as c', (join) =>
        join.onRef('c.site', '=', 'replay.site').onRef('c.replay_id', '=', 'replay.replay_id'),
      )
      .where('track.site', '=', tx.site.code)
      .where('replay.replay_id', '=', replayId)
      .select([
        'replay.user_id',
        'replay.flags',
        'replay.top_position',
        'replay.deleted_at',
        'replay.revoked_at',
      ])
      .select(['track.track_id', 'track.name', 'c.held_at', 'c.outcome'])
      .executeTakeFirst();
  const place = await read();
  if (!place) return undefined;
  await lockTrack(tx, place.track_id);
  return read();
}

/** Null: to be tried again. A file that fails twice, an hour apart, cannot be compared, which moderators should know. */
function verdictOf(compared: Compared, isSecondTry: boolean): RunVerdict | null {
  if (compared.ok) return compared.verdict;
  return isSecondTry ? { refused: null, held: [], unjudged: [compared.reason] } : null;
}

/** Holds a replay that contradicts its track, unless it is deleted or revoked, or was held before and a moderator released it. */
async function apply(
  tx: TxCtx,
  replayId: number,
  compared: Compared,
  onChange: readonly OnReplayChange[],
): Promise<void> {
  const row = await lockedRow(tx, replayId);
  if (!row) return;
  const verdict = verdictOf(compared, row.outcome === 'pending');
  const { track_id: trackId, user_id: userId } = row;
  const counts = row.deleted_at === null && row.revoked_at === null;
  const mustHold = verdict !== null && verdict.held.length > 0 && counts && row.held_at === null;
  await noteChecked(tx, { replayId, userId, track: row }, verdict, mustHold);
  const others = row.flags.filter((flag) => !isTrackFlag(flag));
  const flags = verdict ? [...others, ...trackFlags(verdict)] : row.flags;
  if (mustHold || flags.join() !== row.flags.join())
    await tx.db
      .updateTable('replay')
      .where('site', '=', tx.site.code)
      .where('replay_id', '=', replayId)
      .set({ flags, ...(mustHold && { revoked_at: tx.clock.now() }) })
      .execute();
  const isUnjudged = verdict !== null && verdict.held.length === 0 && verdict.unjudged.length > 0;
  if (isUnjudged && row.top_position !== null) await queueHint(tx, replayId);
  if (!mustHold) return;
  const change = { kind: 'revoked', trackId, replayId, userId } as const;
  const placed = await placeReplay(tx, change);
  for (const react of onChange) await react(tx, change, placed);
}
