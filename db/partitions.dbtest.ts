import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDb } from '#testing/db.ts';

const { db } = await testDb();
test('x', async () => {
  const { rows } =
    await sql`select relname from pg_class where relname like 'track%' and relkind in ('r','p','S')`.execute(
      db,
    );
  expect(rows.length).toBeGreaterThan(10);
});
