import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeTrack, makeUser } from '#demo/make.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { allTracks } from './all-tracks.ts';
import { readLog } from './track-rows.ts';

const { db, url } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });

test('a change to any table that the index reads is logged', async () => {
  const text = allTracks(db, 'tmnf', url).query;
  // aliases have one letter, as in: extract(epoch from t.uploaded_at)
  const read = [...text.matchAll(/\b(?:from|join) "?(\w{2,})"?/g)].map(([, table]) => table);
  expect(read).toContain('track_author');
  const { rows } = await sql<{ table: string }>`
    select distinct c.relname as table from pg_trigger g
    join pg_class c on c.oid = g.tgrelid
    join pg_proc p on p.oid = g.tgfoid
    where p.proname in ('log_track_changes', 'log_renamed_uploaders')`.execute(db);
  const logged = rows.map(({ table }) => table);
  expect(read.filter((table) => !logged.includes(table ?? ''))).toEqual([]);
});

test('the statement that a writer waits for keeps its plan', async () => {
  const trackId = await makeTrack(world, await makeUser(world, { name: 'Ann' }));
  await sql`
    insert into track_change (site, track_id, xid)
    select 'tmnf', ${trackId}::integer, n % 100 from generate_series(1, 5000) n`.execute(db);
  await sql`analyze track_change`.execute(db);
  const { rows } = await db.connection().execute(async (connection) => {
    const { horizon } = await readLog(connection, 'tmnf', 0, []);
    for (let n = 0; n < 20; n++) await readLog(connection, 'tmnf', horizon, []);
    return sql<{ kept: boolean }>`
      select generic_plans > custom_plans as kept from pg_prepared_statements
      where statement like '%with log as%'`.execute(connection);
  });
  expect(rows).toEqual([{ kept: true }]);
});

test.each([
  [99, 99],
  [100, 100],
  [101, 0],
])('of %i new entries of the log, the tracks of %i are read with it', async (changed, readWithIt) => {
  const before = await readLog(db, 'tmnf', 0, []);
  const seen = before.entries.map(([seq]) => seq);
  await sql`
    insert into track_change (site, track_id) select 'tmnf', n from generate_series(1, ${changed}::integer) n`.execute(
    db,
  );
  const { entries, read } = await readLog(db, 'tmnf', before.horizon, seen);
  expect(entries.filter(([seq]) => !seen.includes(seq))).toHaveLength(changed);
  expect(read.ids.size).toBe(readWithIt);
});
