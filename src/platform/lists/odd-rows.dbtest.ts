import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { app } from '#app.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeListWorld } from '#testing/list-world.ts';
import { ask } from '#testing/lists.ts';
import { runSeed } from '#testing/run-seed.ts';
import { isListEndpoint } from './endpoint.ts';
import { openApi } from './openapi.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const { viewers } = await makeListWorld(world, runSeed());

/** Columns that say that a row is deleted or still waits: emptied or not, such a row is in no list. */
const keepsRowsListed = /_(?:at|until|key)$/;

/** Empties every column that may be empty, so far as the table's own rules allow: what odd files and old rows leave out. */
async function emptyEverything(): Promise<number> {
  const { rows } = await sql<{ table: string; column: string; empty: string }>`
    select c.table_name as table, c.column_name as column,
      case when c.data_type = 'ARRAY' then '''{}''' else 'null' end as empty
    from information_schema.columns c join pg_class k on k.relname = c.table_name and k.relkind = 'p'
    where c.table_schema = 'public' and (c.is_nullable = 'YES' or c.data_type = 'ARRAY')
    order by 1, 2`.execute(db);
  let emptied = 0;
  for (const { table, column, empty } of rows) {
    if (keepsRowsListed.test(column)) continue;
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.raw(empty)} where site = 'tmnf'`
      .execute(db)
      .then(
        () => emptied++,
        () => undefined, // a rule of the table: it is never empty there
      );
  }
  return emptied;
}

/** What tools declare as whole numbers, by list. */
const numbersOfTools: Readonly<Record<string, readonly string[]>> = {
  '/api/tracks': [
    ...['TrackId', 'AuthorTime', 'AuthorScore', 'GoldTarget', 'SilverTarget', 'BronzeTarget', 'PrimaryType'],
    ...['Style', 'Routes', 'Difficulty', 'Environment', 'Car', 'Mood', 'TrackValue', 'ReplayType', 'Awards'],
    ...['Comments', 'DownloadCount', 'Length', 'MapType', 'Videos'],
  ],
  '/api/replays': [
    'ReplayId',
    'ReplayTime',
    'ReplayScore',
    'ReplayRespawns',
    'IsBest',
    'IsLeaderboard',
    'Medal',
  ],
  '/api/leaderboards': ['ReplayScore', 'ReplayWRs', 'Top10s', 'Replays', 'Position', 'Delta'],
  '/api/trackpacks': ['PackId', 'Tracks', 'PackValue', 'Downloads'],
  '/api/videos': ['VideoId', 'Length', 'MapCount'],
};

test('numbers that tools declare are numbers, and every field has its documented type, whatever a row lacks', async () => {
  expect(await emptyEverything()).toBeGreaterThan(30);
  const { components } = openApi(app.routes);
  for (const [key, endpoint] of Object.entries(app.routes)) {
    if (!isListEndpoint(endpoint)) continue;
    const { list } = endpoint;
    const path = key.slice('GET '.length);
    const row = z.fromJSONSchema(
      components.schemas[`${list.name}Row`] as Parameters<typeof z.fromJSONSchema>[0], // its own name for JSON Schema
    );
    const fields = Object.keys(list.fields).join(',');
    for (const ctx of viewers) {
      const { Results } = await ask(ctx, list, `count=1000&fields=${fields}`);
      expect([path, row.array().safeParse(Results).error?.issues.slice(0, 3) ?? []]).toEqual([path, []]);
      for (const name of numbersOfTools[path] ?? []) {
        expect(Results.length, path).toBeGreaterThan(0);
        expect([path, name, Results.filter((one) => !Number.isInteger(one[name]))]).toEqual([path, name, []]);
      }
    }
  }
});
