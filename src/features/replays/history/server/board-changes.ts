import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import type { FileDate } from '../board-at.ts';
import { moment, ofTrack, wasRanked } from './history-sql.ts';

/** When the board of a track changed, seen from a date. */
export interface BoardChanges {
  /** the first and the last change; null: there was none */
  readonly first: Date | null;
  readonly last: Date | null;
  /** before and after the state of the date */
  readonly previous: Date | null;
  readonly next: Date | null;
}

/** The changes around a date: replays that were ranked when they were posted, and new files, which empty the board. */
export async function boardChanges(
  ctx: Ctx,
  trackId: number,
  at: Date,
  files: readonly FileDate[],
): Promise<BoardChanges> {
  const replay = sql`${ofTrack(ctx, trackId)} and ${wasRanked}`;
  const nearest = (condition: ReturnType<typeof sql>, order: 'asc' | 'desc') =>
    sql`(select r.replay_at ${replay} and ${condition} order by r.replay_at ${sql.raw(order)} limit 1)`;
  const { rows } = await sql<BoardChanges & { state: Date | null }>`select
    ${nearest(sql`true`, 'asc')} as first,
    ${nearest(sql`true`, 'desc')} as last,
    ${nearest(sql`r.replay_at <= ${moment(at)}`, 'desc')} as state,
    ${nearest(sql`r.replay_at > ${moment(at)}`, 'asc')} as next`.execute(ctx.db);
  const [found] = rows;
  const first = found?.first ?? null;
  // files that came before the first replay emptied nothing
  const uploads = files
    .map(({ uploadedAt }) => uploadedAt)
    .filter((upload) => first !== null && upload > first);
  const state = latest([found?.state ?? null, ...uploads.filter((upload) => upload <= at)]);
  const before = state && (await latestBefore(ctx, replay, state));
  return {
    first,
    last: latest([found?.last ?? null, ...uploads]),
    previous: state && latest([before, ...uploads.filter((upload) => upload < state)]),
    next: earliest([found?.next ?? null, ...uploads.filter((upload) => upload > at)]),
  };
}

async function latestBefore(ctx: Ctx, replay: ReturnType<typeof sql>, state: Date): Promise<Date | null> {
  const { rows } = await sql<{
    replay_at: Date;
  }>`select r.replay_at ${replay} and r.replay_at < ${moment(state)}
    order by r.replay_at desc limit 1`.execute(ctx.db);
  return rows[0]?.replay_at ?? null;
}

const sorted = (dates: readonly (Date | null)[]) =>
  dates.filter((date) => date !== null).toSorted((a, b) => a.getTime() - b.getTime());
const latest = (dates: readonly (Date | null)[]) => sorted(dates).at(-1) ?? null;
const earliest = (dates: readonly (Date | null)[]) => sorted(dates)[0] ?? null;
