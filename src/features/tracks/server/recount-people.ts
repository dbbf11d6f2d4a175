import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#db/database.ts';
import { forSite } from '#db/for-site.ts';
import { recountPeople } from '#features/users/server/recount.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { defineSiteJob } from '#platform/jobs/registry.ts';

/** Users per batch, so that an action does not wait long. */
const batch = 50;

/** Recalculates users' counters, locked in id order to avoid deadlocks. */
export async function countPeople(tx: TxCtx, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  await sql`select from profile where site = ${tx.site.code} and user_id = any(${[...userIds]}::integer[])
    order by user_id for no key update`.execute(tx.db);
  await recountPeople(tx, userIds);
}

/** The accepted authors of a track, including the uploader. */
export async function authorIds(ctx: Ctx, trackId: number): Promise<number[]> {
  const rows = await forSite(ctx, 'track_author')
    .where('track_id', '=', trackId)
    .where('is_pending', '=', false)
    .select('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/**
 * After a track became public or hidden: recalculates its authors' counters directly, and those of all other users involved
 * (possibly thousands) with a job.
 */
export async function countAround(tx: TxCtx, trackId: number): Promise<void> {
  await countPeople(tx, await authorIds(tx, trackId));
  await tx.jobs.add(countAroundTrack.name, { site: tx.site.code, trackId });
}

/** All users whose counters include a track: authors, commenters, drivers. */
export async function peopleAround(db: Kysely<Database>, site: string, trackId: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from track_author where site = ${site} and track_id = ${trackId} and not is_pending
    union select user_id from comment where site = ${site} and track_id = ${trackId}
    union select user_id from replay where site = ${site} and track_id = ${trackId}
    order by user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

export async function countInBatches(ctx: Ctx, userIds: readonly number[]): Promise<void> {
  for (let at = 0; at < userIds.length; at += batch) {
    await inTransaction(ctx, (tx) => countPeople(tx, userIds.slice(at, at + batch)));
  }
}

export const countAroundTrack = defineSiteJob({
  name: 'count-around-track',
  input: z.object({ site: z.string(), trackId: z.number().int() }),
  run: async (ctx, { trackId }) => countInBatches(ctx, await peopleAround(ctx.db, ctx.site.code, trackId)),
});
