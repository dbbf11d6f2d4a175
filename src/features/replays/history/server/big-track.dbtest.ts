import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '#db/database.ts';
import { acrossSites } from '#db/for-site.ts';
import { params } from '#platform/lists/params.ts';
import { readPage } from '#platform/lists/run.ts';
import { rememberStatements } from '#scripts/bench/statements-seen.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { costOf } from '#testing/rows-read.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { replayList } from '../../list/server/list.ts';
import { ownPlace } from '../../list/server/own-place.ts';
import { replays as view } from '../../list/views.ts';
import { makeBlocks } from '../../ranking/server/rank-blocks.ts';
import { eraAt } from '../board-at.ts';
import { boardChanges } from './board-changes.ts';
import { boardAt } from './history.ts';
import { recordProgress } from './progress.ts';

/** 50,000 replays by 30,000 drivers on one track, one an hour; 20,000 drivers improved once. */
const posted = 50_000;
const drivers = 30_000;
const start = new Date('2012-01-01T00:00:00Z');
const hour = (n: number) => new Date(start.getTime() + n * 3_600_000);

const { db } = await testDb({ statementTimeoutMs: 0 });
const world = await testCtx({ db, site: 'tmnf' });
const author = await asMember(world);
const trackId = await makeTrack(author, { uploadedAt: start });
await fill(acrossSites(db, 'rows are generated'));
const seen = rememberStatements();

async function fill(all: Kysely<Database>): Promise<void> {
  await all.transaction().execute(async (tx) => {
    // generated rows are valid, so triggers and foreign-key checks are disabled
    await sql`set local session_replication_role = replica`.execute(tx);
    // vacuum does not mark pages of a commit that is not written to the log yet
    await sql`set local synchronous_commit = on`.execute(tx);
    await sql`
      insert into replay (site, replay_id, track_id, track_version, user_id, replay_time_ms, result, replay_at, track_at,
        beaten_at, is_best, sha256, file_size)
      select 'tmnf', 1000000 + n, ${trackId}, 1, u, ms, ms, at, ${start}, beaten, beaten is null,
        lpad(n::text, 64, '0'), 9
      from (
        select n, 1000000 + n % ${sql.lit(drivers)} as u, ${start}::timestamptz + n * interval '1 hour' as at,
          -- results improve over the years, and the second of a driver is better than the first
          (case when n > ${sql.lit(drivers)} then 60000 else 120000 end
            + (n::bigint * 7919) % 50000 - n / 10)::integer as ms,
          case when n + ${sql.lit(drivers)} <= ${sql.lit(posted)}
            then ${start}::timestamptz + (n + ${sql.lit(drivers)}) * interval '1 hour' end as beaten
        from generate_series(1, ${sql.lit(posted)}) n) made`.execute(tx);
  });
  await makeBlocks({ db: all, site: world.site }, trackId);
  // as autovacuum does: index-only scans need to know which pages are visible to all
  await sql`vacuum analyze replay`.execute(all);
}

const cost = (work: () => Promise<unknown>) => costOf(db, seen, work);
const page = (query: object) =>
  readPage(
    world,
    replayList,
    params({ trackid: trackId, best: 1, count: view.size + 1, fields: view.fields.join(), ...query }),
  );

/** The ranked replay at a place. */
async function idAt(position: number): Promise<number> {
  const row = await db
    .selectFrom('replay')
    .where('site', '=', 'tmnf')
    .where('track_id', '=', trackId)
    .where('is_best', '=', true)
    .orderBy('result')
    .orderBy('replay_at')
    .orderBy('replay_id')
    .offset(position)
    .limit(1)
    .select('replay_id')
    .executeTakeFirstOrThrow();
  return row.replay_id;
}

test.each([0, 15_000, 29_900])(
  'the page of the leaderboard from place %i reads little more than itself',
  async (place) => {
    const from = await idAt(place);
    const { rows } = await cost(() => page({ from }));
    // per row: itself, its track and driver, the first and the previous one, the record
    expect(rows).toBeLessThan(1200);
  },
);

test('the viewer’s own row is found at any depth without reading the others', async () => {
  for (const place of [0, 4, 5, 29_999]) {
    const id = await idAt(place);
    const { user_id } = await db
      .selectFrom('replay')
      .where('site', '=', 'tmnf')
      .where('replay_id', '=', id)
      .select('user_id')
      .executeTakeFirstOrThrow();
    const driver = seenFrom(world, { viewer: { ...author.viewer, userId: user_id } });
    const { rows } = await cost(() => ownPlace(driver, trackId));
    expect(rows, `${place}`).toBeLessThan(300);
    const own = await ownPlace(driver, trackId);
    expect(own?.replay).toMatchObject({ ReplayId: id, Position: place });
    // a page that begins five places ahead; the first page, where there are not as many
    expect(own?.pageFrom ?? null).toBe(place > 5 ? await idAt(place - 5) : null);
  }
});

const board = (at: Date, withBeaten = false) => ({ trackId, at, withBeaten, era: eraAt([], at) });

test.each([
  ['soon after the first replay', hour(100), 100],
  ['early', hour(5_000), 5_000],
  ['in the middle', hour(30_000), 30_000],
  ['late', hour(49_000), 30_000],
])('the board %s is read from an index, on the first page and on the last', async (_, at, ranked) => {
  const first = await boardAt(world, board(at), new URLSearchParams(), {});
  expect(first.rows.map(({ Position }) => Position)).toEqual(
    Array.from({ length: view.size }, (_, index) => index),
  );
  const atFirst = await cost(() => boardAt(world, board(at), new URLSearchParams(), {}));
  expect(atFirst.rows).toBeLessThan(1200);
  expect(atFirst.entries).toBeLessThan(2 * posted);
  // in front of a replay that is slower than all: the last page
  const [slowest] = await idsBySlowness(at);
  const back = new URLSearchParams({ before: `${slowest ?? 0}` });
  const last = await boardAt(world, board(at), back, {});
  expect(last.rows.at(-1)?.Position).toBe(ranked - 2);
  const atLast = await cost(() => boardAt(world, board(at), back, {}));
  expect(atLast.rows).toBeLessThan(1200);
  expect(atLast.entries).toBeLessThan(2.5 * posted);
});

async function idsBySlowness(at: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('replay')
    .where('site', '=', 'tmnf')
    .where('track_id', '=', trackId)
    .where('replay_at', '<=', at)
    .where((eb) => eb.or([eb('beaten_at', 'is', null), eb('beaten_at', '>', at)]))
    .orderBy('result', 'desc')
    .orderBy('replay_at', 'desc')
    .limit(1)
    .select('replay_id')
    .execute();
  return rows.map(({ replay_id }) => replay_id);
}

test('walking forwards and back through a board of the past shows every replay once', async () => {
  const at = hour(200);
  const seenIds: number[] = [];
  let address = new URLSearchParams();
  for (;;) {
    const { rows, next } = await boardAt(world, board(at), address, {});
    seenIds.push(...rows.map(({ ReplayId }) => ReplayId));
    expect(rows.map(({ Position }) => Position)).toEqual(
      rows.map((_, i) => seenIds.length - rows.length + i),
    );
    if (!next) break;
    address = new URLSearchParams(next);
  }
  expect(seenIds).toHaveLength(200);
  expect(new Set(seenIds).size).toBe(200);
});

test('the changes around a date are single look-ups', async () => {
  for (const at of [hour(1), hour(25_000), hour(60_000)]) {
    const { rows, entries } = await cost(() => boardChanges(world, trackId, at, []));
    expect(rows + entries).toBeLessThan(30);
  }
  expect(await boardChanges(world, trackId, hour(25_000), [])).toEqual({
    first: hour(1),
    last: hour(posted),
    previous: hour(24_999),
    next: hour(25_001),
  });
});

test('the progress of the record is one pass along an index', async () => {
  const { rows, entries } = await cost(() => recordProgress(world, trackId, eraAt([], hour(60_000))));
  expect(entries).toBeLessThanOrEqual(posted);
  expect(rows).toBeLessThan(5000);
  const progress = await recordProgress(world, trackId, eraAt([], hour(60_000)));
  const times = progress.map(({ ReplayTime }) => ReplayTime);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(new Set(times).size).toBe(times.length);
});
