import { sql } from 'kysely';
import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { inTransaction, makeCtx } from '#platform/ctx.ts';
import { defineJob, type Job } from '#platform/jobs/registry.ts';
import { visitor } from '#platform/viewer.ts';
import { type LineSource, lineOf, lineSources } from './lines.ts';

/** Texts of one transaction, so that writers wait for a moment at most. */
const batchSize = 100;
/** Texts of one table and edition in one run; the next run goes on. */
const mostAtOnce = 20_000;

/**
 * Makes the lines of texts that have none: those older than lines, and those that were changed without theirs. Each batch is a
 * transaction of its own, so that an interrupted run loses nothing; returns how many lines were made.
 */
export async function makeLines(ctx: Ctx, source: LineSource, most = mostAtOnce): Promise<number> {
  let made = 0;
  while (made < most) {
    const inBatch = await inTransaction(ctx, (tx) => makeBatch(tx, source, Math.min(batchSize, most - made)));
    made += inBatch;
    if (inBatch === 0) break;
  }
  return made;
}

async function makeBatch(ctx: Ctx, source: LineSource, size: number): Promise<number> {
  const { id, text } = lineSources[source];
  const [table, key, site] = [sql.table(source), sql.ref(id), ctx.site.code];
  // locked, so that no text changes before its line is stored
  const { rows } = await sql<{ id: number; text: string }>`
    select ${key} as id, ${sql.ref(text)} as text from ${table}
    where site = ${site} and line is null order by ${key} limit ${size} for no key update skip locked`.execute(
    ctx.db,
  );
  if (rows.length === 0) return 0;
  await sql`
    update ${table} t set line = made.line
    from unnest(${rows.map((row) => row.id)}::integer[], ${rows.map((row) => lineOf(source, row.text))}::text[]) made (id, line)
    where t.site = ${site} and t.${key} = made.id`.execute(ctx.db);
  return rows.length;
}

/** Every ten minutes. It usually finds nothing. */
const makeMissingLines = defineJob({
  name: 'make-lines',
  input: z.object({}),
  cron: '*/10 * * * *',
  async run(services) {
    for (const site of services.sites) {
      const ctx = makeCtx(services, site, visitor, services.requestId);
      for (const source of Object.keys(lineSources) as LineSource[]) await makeLines(ctx, source); // the keys of a constant
    }
  },
});

/** The job of lines. */
export const lineJobs: readonly Job[] = [makeMissingLines];
