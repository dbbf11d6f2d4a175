import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Database } from '#db/database.ts';
import type { Ctx } from '#platform/context.ts';
import { visitor } from '#platform/viewer.ts';
import type { Site } from '#sites/schema.ts';
import { table } from '../times.ts';
import type { EngineAnswer } from './answer.ts';
import { figureNames, figuresOf, isEqual, runEngine } from './compare-engines.ts';
import { engineNames } from './engine.ts';
import { someQuestions } from './questions.ts';

/** Tracks of the largest edition: at a tenth of full size, at full size, and at ten times that. */
const usualSizes = [60_400, 604_000, 6_040_000];
const warming = 200;

/** What reading a request needs of a context. It compiles statements but sends none. */
function withoutDatabase(site: Site): Ctx {
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const clock = { now: () => new Date() };
  return { db, site, viewer: visitor, clock } as Ctx; // nothing else is used
}

/** Others than the index are filled with so many tracks at most. */
const mostForOthers = 604_000;

/**
 * Fills the index with generated rows of three sizes, and prints how memory, loading and the times of questions grow; up to full size
 * SQLite too, and DuckDB if the folder of its package is given.
 */
export async function printGrowth(
  site: Site,
  { count, duckdb, sizes = usualSizes }: { count: number; duckdb?: string; sizes?: readonly number[] },
): Promise<void> {
  const rows: string[][] = [];
  for (const size of sizes) {
    const cursor = Math.round(size * 0.6);
    const all = await someQuestions(withoutDatabase(site), count + warming, { cursor, withIds: false });
    const questions = all.map(({ question }) => question);
    const task = {
      rows: size,
      first: questions.slice(0, warming),
      questions: questions.slice(warming),
      changed: Array.from({ length: warming }, (_, at) => 1 + at * 97),
    };
    let ours: EngineAnswer | null = null;
    for (const engine of engineNames) {
      if (engine !== 'index' && size > mostForOthers) continue;
      if (engine === 'duckdb' && duckdb === undefined) continue;
      const answer = await runEngine({ engine, ...task }, duckdb);
      ours ??= answer;
      const { found, foundAfter } = ours;
      const differing = [...answer.found, ...answer.foundAfter].filter(
        (one, at) => !isEqual(one, [...found, ...foundAfter][at]),
      ).length;
      const name = `${size.toLocaleString('en')} ${engine}`;
      console.log(`${name}: ${differing} answers differ from the index's, before and after the changes`);
      rows.push(figuresOf({ name, ms: answer.ms, answer }));
    }
  }
  console.log(`\ngenerated tracks, ${count} questions, ids only`);
  console.log(table([figureNames, ...rows]));
}
