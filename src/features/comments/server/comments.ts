import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { nextId } from '#db/ids.ts';
import { visibleTrack } from '#features/tracks/server/repo.ts';
import { dayMs } from '#lib/codes/durations.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import { sameWordsMs, paces as usualPaces } from '../model.ts';
import type { CommentFacts } from './policy.ts';

/** A stored text, for rules and notices. */
export interface StoredComment extends CommentFacts {
  readonly commentId: number;
  readonly trackId: number;
  readonly parentId: number | null;
  readonly text: string;
  readonly name: string;
}

/** Finds a text by id; the same Problem 404 for one that does not exist and for one on a track that the viewer may not see. */
export async function visibleComment(ctx: Ctx, commentId: number, key: string | null) {
  const row = await forSite(ctx, 'comment')
    .innerJoin('profile', (join) =>
      join.onRef('profile.site', '=', 'comment.site').onRef('profile.user_id', '=', 'comment.user_id'),
    )
    .where('comment.comment_id', '=', commentId)
    .select([
      'comment.comment_id',
      'comment.track_id',
      'comment.user_id',
      'comment.parent_id',
      'comment.text',
      'comment.is_award',
      'comment.comment_at',
      'comment.deleted_at',
      'profile.name',
    ])
    .executeTakeFirst();
  if (!row) throw notFound('This comment');
  const track = await visibleTrack(ctx, row.track_id, key).catch((error: unknown) => {
    throw error instanceof Problem && error.status === 404 ? notFound('This comment') : error;
  });
  const comment: StoredComment = {
    commentId: row.comment_id,
    trackId: row.track_id,
    parentId: row.parent_id,
    text: row.text,
    name: row.name,
    userId: row.user_id,
    isAward: row.is_award,
    commentAt: row.comment_at,
    isDeleted: row.deleted_at !== null,
  };
  return { comment, track };
}

export type VisibleComment = Awaited<ReturnType<typeof visibleComment>>;

/** What a new text of the viewer needs to know. */
export interface NewText {
  /** the id it gets */
  readonly commentId: number;
  /** the accepted authors of the track */
  readonly authorIds: readonly number[];
  /** how many texts the viewer wrote within each pace; removed ones count, too */
  readonly recently: readonly number[];
  /** the viewer's texts on this track that may not be repeated yet */
  readonly unrepeatable: readonly string[];
}

/** Reads it with one statement. */
export async function newText(tx: TxCtx, trackId: number): Promise<NewText> {
  const now = tx.clock.now().getTime();
  const since = (ms: number) => sql`${new Date(now - ms)}::timestamptz`;
  const paces = pacesOf(tx);
  const longest = Math.max(...paces.map(({ withinMs }) => withinMs), sameWordsMs);
  return forSite(tx, 'comment')
    .where('user_id', '=', tx.viewer.userId)
    .where('is_award', 'in', [true, false]) // the column between user and time in the index
    .where('comment_at', '>', new Date(now - longest))
    .select([
      nextId('comment', tx.site.code).as('commentId'),
      sql<number[]>`array(${authorsOf(tx, trackId)})`.as('authorIds'),
      sql<number[]>`array[${sql.join(
        paces.map(({ withinMs }) => sql`count(*) filter (where comment_at > ${since(withinMs)})::integer`),
      )}]`.as('recently'),
      sql<string[]>`coalesce(array_agg(text) filter (where track_id = ${trackId} and deleted_at is null
        and comment_at > ${since(sameWordsMs)}), '{}')`.as('unrepeatable'),
    ])
    .executeTakeFirstOrThrow();
}

/** Refuses too many texts, and repeating the same text on the same track. */
export function assertPace(ctx: Ctx, { recently, unrepeatable }: NewText, text: string): void {
  const spent = pacesOf(ctx).find(({ most }, index) => (recently[index] ?? 0) >= most);
  if (spent) {
    throw new Problem(
      429,
      `You’re posting too fast: at most ${spent.most} comments and awards ${spent.words}. Your text is saved here.`,
      {
        retryAfterSeconds: Math.ceil(spent.withinMs / 2000),
      },
    );
  }
  if (unrepeatable.includes(text))
    throw new Problem(409, 'You’ve already posted this here.', { field: 'Comment' });
}

/** The usual limits, with the edition's own number for a day if it has one. */
function pacesOf({ switches, site }: Ctx): { most: number; withinMs: number; words: string }[] {
  const ofDay = switches.of(site.code).quotas.commentsPerDay ?? site.quotas.comments;
  return usualPaces.map((pace) =>
    ofDay !== null && pace.withinMs === dayMs ? { ...pace, most: ofDay } : pace,
  );
}

/** The accepted authors of a track, as a query. */
const authorsOf = (ctx: Ctx, trackId: number) =>
  forSite(ctx, 'track_author')
    .where('track_id', '=', trackId)
    .where('is_pending', '=', false)
    .select('user_id');

/** The accepted authors of a track. */
export async function authorIdsOf(ctx: Ctx, trackId: number): Promise<number[]> {
  const rows = await authorsOf(ctx, trackId).execute();
  return rows.map((row) => row.user_id);
}
