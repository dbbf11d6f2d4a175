import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import { moved } from '../queue.ts';

/** The tracks of the viewer's list that the viewer sees, in its order; provided by the tracks feature. */
export type SeenInQueue = (ctx: TxCtx) => Promise<readonly number[]>;

interface Queued {
  readonly trackId: number;
  /** the whole list in its order */
  readonly all: readonly number[];
}

/** The viewer's list with this track on it, locked; otherwise a Problem 404. */
export async function queueWith(tx: TxCtx, trackId: number): Promise<Queued> {
  const rows = await forSite(tx, 'play_later')
    .where('user_id', '=', tx.viewer.userId)
    .select('track_id')
    .orderBy('position')
    .orderBy('track_id')
    .forUpdate()
    .execute();
  const all = rows.map((row) => row.track_id);
  if (!all.includes(trackId)) throw notFound('This track in Play later');
  return { trackId, all };
}

/** Moves a track of the viewer's list and numbers the list again. */
export async function moveInQueue(
  tx: TxCtx,
  { trackId, all }: Queued,
  position: number,
  seenInQueue: SeenInQueue,
): Promise<{ Position: number }> {
  const { order, position: place } = moved(all, await seenInQueue(tx), trackId, position);
  await sql`
    update play_later l set position = o.position
    from unnest(${order}::integer[]) with ordinality as o (track_id, position)
    where l.site = ${tx.site.code} and l.user_id = ${tx.viewer.userId} and l.track_id = o.track_id
      and l.position <> o.position`.execute(tx.db);
  return { Position: place };
}

/** Makes a new link to the viewer's list. An earlier link stops working. */
export async function shareQueue(tx: TxCtx): Promise<{ Key: string }> {
  const secret_key = randomUUID().replaceAll('-', '');
  const created_at = tx.clock.now();
  await tx.db
    .insertInto('play_later_share')
    .values({ site: tx.site.code, user_id: tx.viewer.userId, secret_key, created_at })
    .onConflict((conflict) => conflict.columns(['site', 'user_id']).doUpdateSet({ secret_key, created_at }))
    .execute();
  return { Key: secret_key };
}

/** Revokes the link to the viewer's list. */
export async function unshareQueue(tx: TxCtx): Promise<{ Revoked: boolean }> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('play_later_share')
    .where('site', '=', tx.site.code)
    .where('user_id', '=', tx.viewer.userId)
    .executeTakeFirstOrThrow();
  return { Revoked: numDeletedRows > 0n };
}
