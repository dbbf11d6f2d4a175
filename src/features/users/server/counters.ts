import { type QueryCreator, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import type { TxCtx } from '#platform/context.ts';

interface CommentCount {
  readonly giverId: number;
  /** the accepted authors of the track */
  readonly authorIds: readonly number[];
  readonly isAward: boolean;
  /** 1: written, -1: removed */
  readonly by: 1 | -1;
}

/**
 * Counts a comment or award on a public track for its author and the track's authors. Rows are locked in id order, to avoid
 * deadlocks.
 */
export async function countComment(
  tx: TxCtx,
  { giverId, authorIds, isAward, by }: CommentCount,
): Promise<void> {
  const given = sql.id(isAward ? 'awards_given' : 'comments_given');
  const received = sql.id(isAward ? 'awards_received' : 'comments_received');
  const people = [...new Set([giverId, ...authorIds])];
  await sql`
    with held as (
      select user_id from profile where site = ${tx.site.code} and user_id = any(${people}::integer[])
      order by user_id for no key update
    )
    update profile p set
      ${given} = p.${given} + case when p.user_id = ${giverId}::integer then ${by}::integer else 0 end,
      ${received} = p.${received} + case when p.user_id = any(${[...authorIds]}::integer[]) then ${by}::integer else 0 end
    from held where p.site = ${tx.site.code} and p.user_id = held.user_id`.execute(tx.db);
}

/** Counts a new public track for its uploader, within the statement that creates it; co-authors are counted when they accept. */
export const countedTrack = (db: QueryCreator<Database>, site: string, uploaderId: number) =>
  db
    .updateTable('profile')
    .set({ tracks: sql`tracks + 1` })
    .where('site', '=', site)
    .where('user_id', '=', uploaderId);
