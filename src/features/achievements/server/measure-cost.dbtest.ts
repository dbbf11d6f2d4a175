import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { acrossSites } from '#db/for-site.ts';
import { rememberStatements } from '#scripts/bench/statements-seen.ts';
import { check, idsOf } from '#testing/achievements.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { costOf } from '#testing/rows-read.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { syncCatalogue } from './recount.ts';

/** A driver of 12,000 tracks, who leads 3,000 of them; the first track has 30,000 more drivers, who came later. */
const driven = 12_000;
const led = 3000;
const crowd = 30_000;
const firstTrack = 1_000_000;
const start = new Date('2012-01-01T00:00:00Z');

const { db } = await testDb({ statementTimeoutMs: 0 });
const world = await testCtx({ db, site: 'tmnf' });
const author = await asMember(world);
const driver = await asMember(world);
const copied = await makeTrack(author, { uploadedAt: start });
await fill();
await syncCatalogue(world);
const seen = rememberStatements();

/** What a check reads that finds nothing new: everything is granted before it. */
async function cost(...args: Parameters<typeof check>): Promise<number> {
  await check(...args);
  const { rows, entries } = await costOf(db, seen, () => check(...args));
  return rows + entries;
}

async function fill(): Promise<void> {
  const all = acrossSites(db, 'rows are generated');
  const replay = sql`insert into replay (site, replay_id, track_id, track_version, user_id, replay_time_ms, result, replay_at,
    track_at, is_best, top_position, sha256, file_size)`;
  await all.transaction().execute(async (tx) => {
    // generated rows are valid, so triggers and foreign-key checks are disabled
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`set local synchronous_commit = on`.execute(tx);
    await sql`
      insert into track select (jsonb_populate_record(t, jsonb_build_object('track_id', ${firstTrack}::integer + n,
        'uid', 'generated' || n, 'replays', 20))).*
      from track t, generate_series(1, ${driven}::integer) n
      where t.site = 'tmnf' and t.track_id = ${copied}`.execute(tx);
    await sql`${replay}
      select 'tmnf', 2000000 + n, ${firstTrack}::integer + n, 1, ${driver.viewer.userId}::integer, 60000, 60000,
        ${start}::timestamptz + interval '1 year', ${start}, true, case when n <= ${led}::integer then 0 end,
        lpad(n::text, 64, '0'), 9
      from generate_series(1, ${driven}::integer) n`.execute(tx);
    await sql`${replay}
      select 'tmnf', 3000000 + n, ${firstTrack}::integer + 1, 1, 5000000 + n, 70000 + n, 70000 + n,
        ${start}::timestamptz + interval '2 years', ${start}, true, null, lpad(n::text, 64, 'f'), 9
      from generate_series(1, ${crowd}::integer) n`.execute(tx);
  });
  // as autovacuum does: index-only scans need to know which pages are visible to all
  await sql`vacuum analyze replay, track`.execute(all);
}

const mostRows = 2 * (1000 + 100 + 500) + 200;

test('after a replay, nothing is counted for a driver who holds the highest tiers', async () => {
  expect(await cost(driver, [firstTrack + 1], 'replays')).toBeLessThan(200);
  expect(await idsOf(driver)).toEqual([61, 62, 63, 64, 81, 82, 83, 84, 91, 92, 93, 121]);
});

test('of a driver with many tracks, no more rows are read than the highest tiers require', async () => {
  // revoked, so that they are counted again, and nothing new is found
  await sql`
    with revoked as (
      delete from achievement_earned
      where site = 'tmnf' and user_id = ${driver.viewer.userId}::integer and achievement_id in (64, 84, 93)
      returning site, achievement_id, user_id
    )
    insert into achievement_withheld (site, achievement_id, user_id) select * from revoked`.execute(
    acrossSites(db, 'names its site in SQL'),
  );
  // 1,000 ranked replays, 100 first places, 500 top 10 places, each with its track, and a first replay
  const read = await cost(driver, [firstTrack + 1], 'replays');
  expect(read).toBeLessThan(mostRows);
  expect(read).toBeGreaterThan(1000);
});

test('after a comment or a new track, no replay of the author is read', async () => {
  for (const occasion of ['comments', 'tracks'] as const) {
    expect(await cost(driver, [firstTrack + 1], occasion)).toBeLessThan(100);
  }
});

test('the first driver to finish a track is read from its first replay only', async () => {
  const late = await asMember(world);
  await sql`
    update replay set user_id = ${late.viewer.userId}::integer where site = 'tmnf' and replay_id = 3000001`.execute(
    acrossSites(db, 'a driver of the crowd gets an account'),
  );
  expect(await cost(late, [firstTrack + 1], 'replays')).toBeLessThan(100);
  expect(await idsOf(late)).toEqual([61]);
});

test('at night the higher tiers of first finishes are granted, too', async () => {
  await check(driver);
  expect(await idsOf(driver)).toEqual(expect.arrayContaining([121, 122, 123]));
});
