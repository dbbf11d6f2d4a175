import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { lockTrack, setTrackValue } from '#features/tracks/server/counters.ts';
import type { Ctx, Services } from '#platform/context.ts';
import { inTransaction, makeCtx } from '#platform/ctx.ts';
import { defineJob } from '#platform/jobs/registry.ts';
import { visitor } from '#platform/viewer.ts';
import { standardLifeMs } from '../model.ts';
import { makeBoardBlocks } from './blocks.ts';
import { contributedValue, fillContributions } from './contributions.ts';
import { countPacks, recountDrivers } from './recount.ts';

/** Drivers per transaction, so that their boards are not locked for long. */
const batch = 100;

/** The edition of a context for work in the background. */
export const ctxOf = (services: Services, site: Ctx['site']): Ctx =>
  makeCtx(services, site, visitor, 'leaderboards');

/**
 * Brings leaderboards up to date each minute: points on tracks whose record, value, type or visibility changed, and replays that
 * expired. What was interrupted is done in the next run.
 */
export const refreshBoards = defineJob({
  name: 'refresh-boards',
  input: z.object({}),
  cron: '* * * * *',
  async run(services) {
    for (const site of services.sites) {
      const ctx = ctxOf(services, site);
      await refreshStale(ctx);
      await expireReplays(ctx);
      await makeBoardBlocks(ctx);
    }
  },
});

/** Recalculates the drivers of stale tracks; a track that became stale again in the meantime stays marked. */
export async function refreshStale(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{ track_id: number; everyone: boolean; noted: string }>`
    select track_id, everyone, noted_at::text as noted from board_stale where site = ${ctx.site.code}
    order by noted_at`.execute(ctx.db);
  for (const { track_id: trackId, everyone, noted } of rows) {
    await inTransaction(ctx, async (tx) => {
      if (!(await lockTrack(tx, trackId))) return;
      const { replay_type: type, environment } = await tx.db
        .selectFrom('track')
        .where('site', '=', ctx.site.code)
        .where('track_id', '=', trackId)
        .select(['replay_type', 'environment'])
        .executeTakeFirstOrThrow();
      if (type !== 0) return;
      if (everyone) await fillContributions(tx, trackId, environment);
      await setTrackValue(tx, trackId, contributedValue(tx, trackId));
    });
    await recountInBatches(ctx, await driversOf(ctx, trackId, everyone));
    await inTransaction(ctx, (tx) => countPacks(tx, trackId));
    await sql`delete from board_stale where site = ${ctx.site.code} and track_id = ${trackId}
      and noted_at = ${noted}::timestamptz`.execute(ctx.db);
  }
}

/** Everyone who ever drove a track; or those whose points depend on its record and value. */
async function driversOf(ctx: Ctx, trackId: number, everyone: boolean): Promise<number[]> {
  const oldest = new Date(ctx.clock.now().getTime() - standardLifeMs);
  // on Standard tracks outside packs only unexpired replays have points
  const scored = sql`r.is_best and (r.replay_at > ${oldest} or t.replay_type <> 0
    or exists (select from pack_track x where x.site = t.site and x.track_id = t.track_id and x.status = 1))`;
  return userIdsOf(
    ctx,
    sql`select distinct r.user_id from replay r join track t on t.site = r.site and t.track_id = r.track_id
      where r.site = ${ctx.site.code} and r.track_id = ${trackId} and (${everyone}::boolean or ${scored}) order by 1`,
  );
}

/** Removes the points of replays that are 30 days old; positions stay. */
export async function expireReplays(ctx: Ctx): Promise<void> {
  const drivers = await userIdsOf(
    ctx,
    sql`select distinct user_id from counting_replay where site = ${ctx.site.code}
      and expires_at <= ${ctx.clock.now()} order by 1`,
  );
  await recountInBatches(ctx, drivers);
}

async function userIdsOf(ctx: Ctx, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`${query}`.execute(ctx.db);
  return rows.map(({ user_id }) => user_id);
}

export async function recountInBatches(ctx: Ctx, userIds: readonly number[]): Promise<void> {
  for (let at = 0; at < userIds.length; at += batch)
    await inTransaction(ctx, (tx) => recountDrivers(tx, userIds.slice(at, at + batch)));
}
