import { sql } from 'kysely';
import { expect } from 'vitest';
import type { SiteScope } from '#db/for-site.ts';
import { fixedWorth } from '#features/leaderboards/model.ts';
import {
  type Driven,
  environmentScore,
  fixedPoints,
  isExpired,
  leaderboardMark,
  overallScore,
  packWorth,
  quality,
  standardPoints,
  trackValueOf,
} from './board-oracle.ts';

interface Moment extends SiteScope {
  readonly site: { readonly code: string; readonly environments: readonly number[] };
  readonly clock: { now(): Date };
}

/** A ranked replay on a track that counts on leaderboards. */
interface Ranked {
  replayId: number;
  userId: number;
  replayAt: Date;
  topPosition: number | null;
  run: Driven;
  /** the best result on its track that is not secret; null if all are */
  best: Driven | null;
  isSecret: boolean;
  environment: number;
  type: number;
  kind: number;
  value: number;
  drivers: number;
  packs: number[];
}

/** A secret result gives no points, so there is a best result that is shown where there are points. */
const isShown = (replay: Ranked): replay is Ranked & { best: Driven } =>
  !replay.isSecret && replay.best !== null;

interface BoardRow {
  readonly board: number;
  readonly environment: number;
  readonly user_id: number;
  readonly score: number;
  readonly records: number;
  readonly top10s: number;
  readonly replays: number;
}

/** What is on the leaderboards of an edition, calculated from its ranked replays by the oracle. */
async function boardsByTheRules({ db, site, clock }: Moment) {
  const { rows } = await sql<Ranked>`
    select r.replay_id as "replayId", r.user_id as "userId", r.replay_at as "replayAt", r.top_position as "topPosition",
      json_build_object('timeMs', r.replay_time_ms, 'respawns', r.respawns, 'score', r.replay_score) as run,
      r.secret_until is not null as "isSecret",
      (select json_build_object('timeMs', o.replay_time_ms, 'respawns', o.respawns, 'score', o.replay_score) from replay o
        where o.site = r.site and o.track_id = r.track_id and o.is_best and o.secret_until is null
        order by o.result, o.replay_at, o.replay_id limit 1) as best,
      t.environment, t.primary_type as type, t.replay_type as kind, t.track_value as value, t.replays as drivers,
      array(select x.pack_id from pack_track x where x.site = r.site and x.track_id = r.track_id and x.status = 1) as packs
    from replay r join track t on t.site = r.site and t.track_id = r.track_id
    where r.site = ${site.code} and r.is_best and t.is_public and t.is_listed and t.replay_type in (0, 1, 2, 5)`.execute(
    db,
  );
  const now = clock.now();
  const drivers = Map.groupBy(rows, ({ userId }) => userId);
  const found = [...drivers].map(([userId, own]) =>
    boardsOfDriver(userId, own, site.environments.length, now),
  );
  return {
    boards: found.flatMap(({ boards }) => boards).filter(({ score }) => score > 0),
    marks: new Map(found.flatMap(({ marks }) => marks)),
  };
}

function boardsOfDriver(userId: number, own: readonly Ranked[], environments: number, now: Date) {
  const row = (board: number, environment: number, score: number, of: readonly Ranked[]): BoardRow => ({
    board,
    environment,
    user_id: userId,
    score,
    records: of.filter(({ topPosition }) => topPosition === 0).length,
    top10s: of.filter(({ topPosition }) => topPosition !== null).length,
    replays: of.length,
  });
  const fixed = (worth: (replay: Ranked) => number, of: readonly Ranked[]) =>
    of
      .filter(isShown)
      .reduce((sum, one) => sum + fixedPoints(worth(one), quality(one.type, one.best, one.run)), 0);

  const standard = own.filter(({ kind }) => kind === 0);
  const live = [...Map.groupBy(standard, ({ environment }) => environment)].map(([environment, all]) => {
    const counting = all
      .filter(isShown)
      .map((one) => ({ ...one, points: standardPoints(one.value, one.type, one.best, one.run) }))
      .filter(({ points, replayAt }) => points > 0 && !isExpired(replayAt, now))
      .sort((a, b) => b.points - a.points || +a.replayAt - +b.replayAt || a.replayId - b.replayId);
    return { environment, all, counting, points: counting.map(({ points }) => points) };
  });
  const boards = live.map(({ environment, all, points }) =>
    row(0, environment, environmentScore(points), all),
  );
  const overall = overallScore(
    live.map(({ points }) => points),
    environments,
  );
  boards.push(row(0, 0, overall, standard));
  for (const [kind, all] of Map.groupBy(own, ({ kind }) => kind)) {
    if (kind === 0) continue;
    boards.push(
      row(
        kind,
        0,
        fixed(() => fixedWorth, all),
        all,
      ),
    );
    for (const [environment, here] of Map.groupBy(all, ({ environment }) => environment))
      boards.push(
        row(
          kind,
          environment,
          fixed(() => fixedWorth, here),
          here,
        ),
      );
  }
  for (const packId of new Set(own.flatMap(({ packs }) => packs))) {
    const inPack = own.filter(({ packs }) => packs.includes(packId));
    boards.push(
      row(
        packId,
        0,
        fixed((one) => packWorth(one.drivers), inPack),
        inPack,
      ),
    );
  }
  const marks = live.flatMap(({ counting }) =>
    counting.flatMap(({ replayId }, place) => {
      const mark = leaderboardMark(place, environments);
      return mark > 0 ? [[replayId, mark] as const] : [];
    }),
  );
  return { boards, marks };
}

/** The values of Standard tracks by what their ranked drivers contributed. */
async function valuesByTheRules({ db, site }: SiteScope): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ track_id: number; contributions: number[] }>`
    select t.track_id, array(select r.contribution from replay r where r.site = t.site and r.track_id = t.track_id and r.is_best)
      as contributions
    from track t where t.site = ${site.code} and t.replay_type = 0`.execute(db);
  return new Map(rows.map(({ track_id, contributions }) => [track_id, trackValueOf(contributions)]));
}

const byPlace = (a: BoardRow, b: BoardRow) =>
  a.board - b.board || a.environment - b.environment || a.user_id - b.user_id;

/** Expects that boards, marks of counting replays and track values in the database are those of the rules. */
export async function expectBoardsOfRules(moment: Moment, when: string): Promise<void> {
  const { db, site } = moment;
  const { boards, marks } = await boardsByTheRules(moment);
  const { rows } = await sql<BoardRow>`
    select board, environment, user_id, score, records, top10s, replays from leaderboard_row where site = ${site.code}`.execute(
    db,
  );
  expect(rows.toSorted(byPlace), when).toEqual(boards.toSorted(byPlace));
  const counting = await db
    .selectFrom('counting_replay')
    .where('site', '=', site.code)
    .select(['replay_id', 'mark'])
    .execute();
  expect(new Map(counting.map(({ replay_id, mark }) => [replay_id, mark])), when).toEqual(marks);
  const tracks = await db
    .selectFrom('track')
    .where('site', '=', site.code)
    .where('replay_type', '=', 0)
    .select(['track_id', 'track_value'])
    .execute();
  const values = new Map(tracks.map(({ track_id, track_value }) => [track_id, track_value]));
  expect(values, when).toEqual(await valuesByTheRules(moment));
}
