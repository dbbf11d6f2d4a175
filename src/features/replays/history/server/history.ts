import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import { withoutVisibilityRule } from '#platform/lists/list.ts';
import { reader } from '#platform/lists/run.ts';
import { numberKey, type WalkedList, type WalkedPage, walkPage } from '#platform/lists/walk.ts';
import { replayList } from '../../list/server/list.ts';
import { type ReplayViewRow, replays } from '../../list/views.ts';
import { placed } from '../board-at.ts';
import {
  type BoardAt,
  byResult,
  byResultReversed,
  ofTrack,
  rankedAt,
  shownAt,
  sideOf,
} from './history-sql.ts';

export interface HistoryRow extends ReplayViewRow {
  /** when it was beaten, if it was by the date shown */
  readonly beatenAt: Date | null;
}

interface Found {
  readonly replay_id: number;
  readonly beaten_at: Date | null;
}

const readReplays = reader(withoutVisibilityRule(replayList));

/** Addresses contain the number of a replay instead of its result, which may be secret; `sideOf` compares the results. */
const bestFirst: WalkedList<Found> = {
  pageSize: replays.size,
  direction: 'asc',
  keys: [numberKey(null, (row) => row.replay_id)],
};

/** Rows of the API by their ids. */
export async function replaysById(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ReplayViewRow>> {
  if (ids.length === 0) return new Map();
  const { Results } = await readReplays(ctx, { fields: replays.fields, id: ids, count: ids.length });
  return new Map(Results.map((row) => [row.ReplayId, row]));
}

/**
 * A page of the leaderboard of a track as it was at a date, with the places and gaps of that date. Only for tracks that this viewer may
 * see. `keep` is the part of the address that links preserve.
 */
export async function boardAt(
  ctx: Ctx,
  board: BoardAt,
  address: URLSearchParams,
  keep: Readonly<Record<string, string>>,
): Promise<WalkedPage<HistoryRow>> {
  const page = await walkPage(bestFirst, address, keep, async ({ keys, reversed, limit }) => {
    const cursor = keys?.[0] ?? null;
    const side = cursor === null ? sql`true` : sideOf(ctx, reversed ? '<' : '>', cursor);
    const { rows } = await sql<Found>`select r.replay_id, r.beaten_at ${ofTrack(ctx, board.trackId)}
        and ${shownAt(board)} and ${side} order by ${reversed ? byResultReversed : byResult}
        limit ${sql.lit(limit)}`.execute(ctx.db);
    return rows;
  });
  const [start] = page.rows;
  // nothing on this side of the cursor, or an unknown cursor: start with the first page
  if (!start)
    return address.size === 0 ? { ...page, rows: [] } : boardAt(ctx, board, new URLSearchParams(), keep);
  return { ...page, rows: await withPlaces(ctx, board, start.replay_id, page.rows) };
}

async function withPlaces(
  ctx: Ctx,
  board: BoardAt,
  startId: number,
  found: readonly Found[],
): Promise<HistoryRow[]> {
  const { ahead, first_id, previous_id } = await inFrontOf(ctx, board, startId);
  const others = [first_id, previous_id].filter((id) => id !== null);
  const rows = await replaysById(ctx, [...found.map(({ replay_id }) => replay_id), ...others]);
  const beaten = new Map(found.map(({ replay_id, beaten_at }) => [replay_id, beaten_at]));
  const beatenAt = ({ ReplayId }: { ReplayId: number }) => {
    const at = beaten.get(ReplayId) ?? null;
    return at !== null && at <= board.at ? at : null;
  };
  const listed = found.flatMap(({ replay_id }) => rows.get(replay_id) ?? []);
  const of = (id: number | null) => (id === null ? null : (rows.get(id) ?? null));
  return placed({
    primaryType: listed[0]?.Track.Type ?? 0,
    rows: listed,
    ahead,
    first: of(first_id),
    previous: of(previous_id),
    isBeaten: (row) => beatenAt(row) !== null,
  }).map((row) => ({ ...row, beatenAt: beatenAt(row) }));
}

interface Front {
  ahead: number;
  first_id: number | null;
  previous_id: number | null;
}

/** How many replays were ranked in front of this one at the date, the first of them and the last. */
async function inFrontOf(ctx: Ctx, { trackId, at }: BoardAt, replayId: number): Promise<Front> {
  const front = sql`${ofTrack(ctx, trackId)} and ${rankedAt(at)} and ${sideOf(ctx, '<', replayId)}`;
  const { rows } = await sql<Front>`select
    (select count(*) ${front}) as ahead,
    (select r.replay_id ${front} order by ${byResult} limit 1) as first_id,
    (select r.replay_id ${front} order by ${byResultReversed} limit 1) as previous_id`.execute(ctx.db);
  return rows[0] ?? { ahead: 0, first_id: null, previous_id: null };
}
