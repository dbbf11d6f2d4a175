import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDb } from '#testing/db.ts';
import { keepsPlans } from './plans.ts';

const { db } = await testDb();

test('plans are cached until the end of the transaction, and no longer', async () => {
  const mode = async (at: typeof db) => {
    const { rows } = await sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`.execute(
      at,
    );
    return rows[0]?.mode;
  };
  await db.connection().execute(async (connection) => {
    await connection.transaction().execute(async (tx) => {
      expect(await mode(tx)).toBe('auto');
      await tx.selectNoFrom(keepsPlans().as('kept')).execute();
      expect(await mode(tx)).toBe('force_generic_plan');
    });
    expect(await mode(connection)).toBe('auto');
  });
});
