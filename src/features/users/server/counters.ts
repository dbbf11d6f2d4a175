import { type QueryCreator, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import type { SiteScope } from '#db/for-site.ts';
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
  const site = sql.lit(tx.site.code);
  const people = [...new Set([giverId, ...authorIds])];
  await sql`
    with locked as (
      select user_id from profile where site = ${site} and user_id = any(${people}::integer[])
      order by user_id for no key update
    )
    update profile p set
      ${given} = p.${given} + case when p.user_id = ${giverId}::integer then ${by}::integer else 0 end,
      ${received} = p.${received} + case when p.user_id = any(${[...authorIds]}::integer[]) then ${by}::integer else 0 end
    from locked where p.site = ${site} and p.user_id = locked.user_id`.execute(tx.db);
}

/** Counts a new public track for its uploader, within the statement that creates it; co-authors are counted when they accept. */
export const countedTrack = (db: QueryCreator<Database>, site: string, uploaderId: number) =>
  db
    .updateTable('profile')
    .set({ tracks: sql`tracks + 1` })
    .where('site', '=', site)
    .where('user_id', '=', uploaderId);

interface DrivenCount {
  readonly trackId: number;
  /** 1: posted or restored, -1: deleted, 0: it counts no longer or again */
  readonly replays: 1 | 0 | -1;
  /** of the driver's ranked replay on the track; 0: none, or a secret one, whose medal nobody may infer */
  readonly medalBefore: number;
  readonly medalAfter: number;
}

/** Counts a posted, deleted or restored replay for its driver, if the track is public and listed. */
export async function countDriven(
  { db, site }: SiteScope,
  driverId: number,
  { trackId, replays, medalBefore, medalAfter }: DrivenCount,
): Promise<void> {
  // each number includes the medals above it
  const by = (medal: number) => Number(medalAfter >= medal) - Number(medalBefore >= medal);
  await sql`
    update profile p set replays = p.replays + ${replays}::integer,
      author_medals = p.author_medals + ${by(4)}::integer, gold_medals = p.gold_medals + ${by(3)}::integer,
      silver_medals = p.silver_medals + ${by(2)}::integer, bronze_medals = p.bronze_medals + ${by(1)}::integer
    from track t
    where p.site = ${sql.lit(site.code)} and p.user_id = ${driverId} and t.site = p.site and t.track_id = ${trackId}
      and t.is_public and t.is_listed`.execute(db);
}

/** Counts posts and started threads of users. Rows are locked in id order, to avoid deadlocks. */
export async function countPosts(
  tx: TxCtx,
  changes: readonly { readonly userId: number; readonly posts: number; readonly threads: number }[],
): Promise<void> {
  const column = (part: 'userId' | 'posts' | 'threads') => changes.map((change) => change[part]);
  await sql`
    with n as (
      select user_id, sum(posts)::integer as posts, sum(threads)::integer as threads
      from unnest(${column('userId')}::integer[], ${column('posts')}::integer[], ${column('threads')}::integer[])
        as n (user_id, posts, threads) group by user_id
    ), locked as (
      select user_id from profile where site = ${sql.lit(tx.site.code)} and user_id in (select user_id from n)
      order by user_id for no key update
    )
    update profile p set forum_posts = p.forum_posts + n.posts, forum_threads = p.forum_threads + n.threads
    from n, locked where p.site = ${sql.lit(tx.site.code)} and p.user_id = n.user_id and locked.user_id = n.user_id`.execute(
    tx.db,
  );
}

/** Counts videos of the users who posted them and of those who made them. Rows are locked in id order, to avoid deadlocks. */
export async function countVideos(
  tx: TxCtx,
  changes: readonly { readonly userId: number; readonly posted: number; readonly created: number }[],
): Promise<void> {
  const column = (part: 'userId' | 'posted' | 'created') => changes.map((change) => change[part]);
  await sql`
    with n as (
      select user_id, sum(posted)::integer as posted, sum(created)::integer as created
      from unnest(${column('userId')}::integer[], ${column('posted')}::integer[], ${column('created')}::integer[])
        as n (user_id, posted, created) group by user_id
    ), locked as (
      select user_id from profile where site = ${sql.lit(tx.site.code)} and user_id in (select user_id from n)
      order by user_id for no key update
    )
    update profile p set videos_posted = p.videos_posted + n.posted, videos_created = p.videos_created + n.created
    from n, locked where p.site = ${sql.lit(tx.site.code)} and p.user_id = n.user_id and locked.user_id = n.user_id`.execute(
    tx.db,
  );
}

/** Adds `by` to each user's number of achievements. Rows are locked in id order, to avoid deadlocks. */
export async function countAchievements(
  tx: TxCtx,
  changes: readonly { readonly userId: number; readonly by: number }[],
): Promise<void> {
  await sql`
    with n as (
      select * from unnest(${changes.map(({ userId }) => userId)}::integer[], ${changes.map(({ by }) => by)}::integer[])
        as n (user_id, by)
    ), locked as (
      select user_id from profile where site = ${sql.lit(tx.site.code)} and user_id in (select user_id from n)
      order by user_id for no key update
    )
    update profile p set achievements = p.achievements + n.by from n, locked
    where p.site = ${sql.lit(tx.site.code)} and p.user_id = n.user_id and locked.user_id = n.user_id`.execute(
    tx.db,
  );
}
