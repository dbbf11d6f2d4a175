import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDb } from '#testing/db.ts';
import { trackRowsText } from './track-rows.ts';

const { db } = await testDb();

test('a change to any table that the index reads is logged', async () => {
  const text = trackRowsText(db, 'tmnf');
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
