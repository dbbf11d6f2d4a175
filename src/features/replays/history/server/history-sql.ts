import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import type { Era } from '../board-at.ts';

/** A board of the past. */
export interface BoardAt {
  readonly trackId: number;
  readonly at: Date;
  readonly era: Era;
  /** also replays that were beaten by then */
  readonly withBeaten: boolean;
}

/*
 * These statements contain only literals: with parameters, PostgreSQL would plan for a track with few replays, and db/naming-client.ts
 * would prepare them, one for each track. They read only columns of an index (replay_history, replay_driven).
 */
export const moment = (at: Date) => sql`${sql.lit(at.toISOString())}::timestamptz`;

const number = (id: number) => {
  if (!Number.isSafeInteger(id)) throw new RangeError(`${id} is not the number of a row.`);
  return sql.lit(id);
};

/** Replays of the track, as `r`. */
export const ofTrack = (ctx: Ctx, trackId: number): RawBuilder<unknown> =>
  sql`from replay r where r.site = ${sql.lit(ctx.site.code)} and r.track_id = ${number(trackId)} and r.deleted_at is null`;

/** Not one that was never on a board, because its driver had a better one or its version was replaced before. */
export const wasRanked = sql<boolean>`(r.beaten_at is null or r.beaten_at > r.replay_at)`;

export const rankedAt = (at: Date) =>
  sql<boolean>`(r.replay_at <= ${moment(at)} and (r.beaten_at is null or r.beaten_at > ${moment(at)}))`;

/** Replays of the version of an era that were on its board. */
export const rankedIn = ({ since, until }: Era) =>
  sql<boolean>`(${wasRanked} and r.replay_at >= ${since ? moment(since) : sql`'-infinity'`}
    and r.replay_at < ${until ? moment(until) : sql`'infinity'`})`;

export const shownAt = ({ at, era, withBeaten }: BoardAt) =>
  withBeaten ? sql<boolean>`(r.replay_at <= ${moment(at)} and ${rankedIn(era)})` : rankedAt(at);

/** The order of a board, and its reverse. */
export const byResult = sql`r.result, r.replay_at, r.replay_id`;
export const byResultReversed = sql`r.result desc, r.replay_at desc, r.replay_id desc`;

/** Rows in front of or behind a replay in the order of a board. */
export function sideOf(ctx: Ctx, side: '<' | '>', replayId: number) {
  const of = (column: 'result' | 'replay_at' | 'replay_id') =>
    sql`(select ${sql.ref(`c.${column}`)} from replay c
      where c.site = ${sql.lit(ctx.site.code)} and c.replay_id = ${number(replayId)})`;
  return sql<boolean>`(${byResult}) ${sql.raw(side)} (${of('result')}, ${of('replay_at')}, ${of('replay_id')})`;
}
