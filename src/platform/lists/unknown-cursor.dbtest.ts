import { sql, type Updateable } from 'kysely';
import { describe, expect, test } from 'vitest';
import { app } from '#app.ts';
import type { Database } from '#db/database.ts';
import { acrossSites } from '#db/for-site.ts';
import { Level } from '#lib/codes/level.ts';
import type { Problem } from '#platform/http/problem.ts';
import { neededFilters } from '#scripts/bench/list-requests.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeListWorld } from '#testing/list-world.ts';
import { ask, type LooseRow } from '#testing/lists.ts';
import { runSeed } from '#testing/run-seed.ts';
import { shareOf } from '#testing/shares.ts';
import { isListEndpoint } from './endpoint.ts';
import type { List } from './list.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const { caseOf, viewers } = await makeListWorld(world, runSeed());

const lists = Object.entries(app.routes).flatMap(([key, endpoint]) =>
  isListEndpoint(endpoint) ? [[key.slice('GET '.length), endpoint.list] as const] : [],
);

/** The field that contains a list's cursors, where it is not the id. */
const unusual: Readonly<Record<string, string>> = { leaderboards: 'Position', onlinerecords: 'RecordId' };
const cursorField = (list: List) => unusual[list.name] ?? list.defaultFields[0] ?? '';

/** The order by creation of each list. */
const arrival: Readonly<Record<string, string>> = {
  tracks: 'uploaded',
  replays: 'driven',
  users: 'registered',
  trackpacks: 'created',
  videos: 'posted',
  comments: 'written',
  awards: 'written',
  news: 'posted',
  threads: 'created',
  posts: 'posted',
  onlinerecords: 'recordNumber',
  achievements: 'number',
};

const beyond = 999_999_998;
const pages = ['after', 'before', 'from'] as const;

/** Every order with the filter it needs, in both directions. A flag is 1: there is nothing to sort by in what it excludes. */
function ordersOf(path: string, list: List): { by: string; query: string }[] {
  const { samples } = caseOf(path);
  const neededValue = (need: string) => (need.startsWith('in') ? '1' : (samples[need]?.() ?? ''));
  const needed = neededFilters(list)
    .map((need) => `&${need}=${neededValue(need)}`)
    .join('');
  return Object.entries(list.orders).flatMap(([by, { codes }]) =>
    codes.map((code) => ({
      by,
      query: `order1=${code}&fields=${cursorField(list)}${by === arrival[list.name] ? '' : needed}`,
    })),
  );
}

/** Every order without a filter, and with each filter that orders need. */
function simpleQueriesOf(path: string, list: List): { by: string; query: string }[] {
  const { samples } = caseOf(path);
  return Object.entries(list.orders).flatMap(([by, { codes }]) =>
    codes.flatMap((code) =>
      ['', ...neededFilters(list).map((need) => `&${need}=${samples[need]?.() ?? ''}`)].map((needed) => ({
        by,
        query: `order1=${code}&fields=${cursorField(list)}${needed}`,
      })),
    ),
  );
}

/** Rows on one side of a number above all others, whose place is behind the row with the highest one. */
function rowsBeyond(list: List, all: LooseRow[], query: string, page: (typeof pages)[number]): LooseRow[] {
  const numbers = all.map((row): number => row[cursorField(list)]);
  const last = numbers.indexOf(Math.max(...numbers));
  const descends = Number(/order1=(\d+)/.exec(query)?.[1]) % 2 === 0;
  const place = descends ? last : last + 1;
  return page === 'before' ? all.slice(0, place) : all.slice(place);
}

/** The orders in which any number has a place. */
const hasPlace = (list: List, by: string, query: string, page: (typeof pages)[number]) =>
  by === arrival[list.name] ||
  // nothing follows a position behind the last one
  (list.name === 'leaderboards' && by === 'score' && query.startsWith('order1=2&') && page !== 'before');

describe('a cursor that no row has', () => {
  test.each(shareOf(lists, 3))('%s: 410, or by creation the rows beyond it', async (path, list) => {
    for (const ctx of viewers)
      for (const { by, query } of ordersOf(path, list)) {
        const all = (await ask(ctx, list, `${query}&count=1000`)).Results;
        for (const page of pages) {
          const label = `${query}&${page}=${beyond}`;
          const found = ask(ctx, list, `${label}&count=1000`);
          if (hasPlace(list, by, query, page)) {
            const wanted = by === arrival[list.name] ? rowsBeyond(list, all, query, page) : [];
            expect([label, await found]).toEqual([label, { Results: wanted, More: false }]);
          } else if (all.length === 0) {
            // nothing matches the filter, so nothing is missing on an empty page
            const outcome = await found.catch(({ status }: Problem) => status);
            expect([410, { Results: [], More: false }], label).toContainEqual(outcome);
          } else {
            await expect(found, label).rejects.toMatchObject({ status: 410, extra: { field: page } });
          }
        }
      }
  });
});

/** Lists whose deleted rows are still stored. `gone`: what deletion stores; `never`: the same for a row that was hidden before. */
const stored: readonly {
  readonly path: string;
  readonly table: 'track' | 'replay' | 'pack' | 'video' | 'online_record';
  readonly id: string;
  readonly gone: Readonly<Record<string, unknown>>;
  readonly never: Readonly<Record<string, unknown>> | null;
}[] = [
  {
    path: '/api/tracks',
    table: 'track',
    id: 'track_id',
    gone: { deleted_at: new Date(), was_public: true, was_listed: true, is_public: false, is_listed: false },
    never: { was_public: false },
  },
  {
    path: '/api/trackpacks',
    table: 'pack',
    id: 'pack_id',
    gone: { deleted_at: new Date(), was_public: true, is_public: false },
    never: { was_public: false },
  },
  {
    path: '/api/replays',
    table: 'replay',
    id: 'replay_id',
    gone: { deleted_at: new Date(), is_best: false, top_position: null },
    never: null,
  },
  { path: '/api/videos', table: 'video', id: 'video_id', gone: { removed_at: new Date() }, never: null },
  {
    path: '/api/tracks/dedimania',
    table: 'online_record',
    id: 'online_record_id',
    gone: { removed_at: new Date(), is_shown: false },
    never: null,
  },
];

const listAt = (wanted: string): List => {
  const [, list] = lists.find(([path]) => path === wanted) ?? [];
  if (!list) throw new Error(`There is no list at ${wanted}.`);
  return list;
};

describe('after a row was deleted', () => {
  test.each(stored)(
    '$path continues from where it was, in every order',
    async ({ path, table, id, gone, never }) => {
      const list = listAt(path);
      const all = acrossSites(db, 'the statements name their site');
      const ofRow = (row: number) => sql`where site = 'tmnf' and ${sql.ref(id)} = ${row}`;
      const write = (values: Readonly<Record<string, unknown>>, row: number) =>
        sql`update ${sql.table(table)} set ${sql.join(
          Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
        )} ${ofRow(row)}`.execute(all);
      const numbersOf = async (query: string): Promise<number[]> =>
        (await ask(world, list, `${query}&count=1000`)).Results.map((row): number => row[cursorField(list)]);
      let compared = 0;
      const queries = simpleQueriesOf(path, list);
      for (const { by, query } of queries) {
        const numbers = await numbersOf(query);
        const row = numbers[Math.floor(numbers.length / 2)];
        if (row === undefined) continue;
        const pagesOf = async () => {
          const read = await Promise.all(pages.map((page) => numbersOf(`${query}&${page}=${row}`)));
          return read.map((page) => page.filter((number) => number !== row));
        };
        const before = await pagesOf();
        const { rows } = await sql<Record<string, unknown>>`select ${sql.join(
          Object.keys(gone).map((column) => sql.ref(column)),
        )} from ${sql.table(table)} ${ofRow(row)}`.execute(all);
        await write(gone, row);
        expect([query, row, await pagesOf()]).toEqual([query, row, before]);
        compared += 1;
        if (never !== null && by === 'name') {
          await write(never, row);
          await expect(numbersOf(`${query}&after=${row}`), query).rejects.toMatchObject({ status: 410 });
        }
        await write(rows[0] ?? {}, row);
      }
      expect(compared).toBeGreaterThan(Object.keys(list.orders).length);
    },
  );
});

test('after the id of a track that was never public the list by date continues, forwards and backwards, for every viewer', async () => {
  const [, tracks] = lists.find(([path]) => path === '/api/tracks') ?? [];
  if (!tracks) throw new Error('There is no list of tracks.');
  const write = (values: Partial<Updateable<Database['track']>>, id?: number) =>
    db
      .updateTable('track')
      .set(values)
      .where('site', '=', 'tmnf')
      .$if(id !== undefined, (of) => of.where('track_id', '=', id ?? 0))
      .execute();
  // in ascending order: the dates of the demo data have ties and do not follow the numbers
  await sql`update track set uploaded_at = timestamptz '2020-01-01' + track_id * interval '1 hour' where site = 'tmnf'`.execute(
    acrossSites(db, 'the statement names its site'),
  );
  const idsOf = async (ctx: TestCtx, query: string): Promise<number[]> =>
    (await ask(ctx, tracks, `fields=TrackId&count=1000&${query}`)).Results.map(({ TrackId }) => TrackId);
  const open = await idsOf(world, 'order1=1');
  const gone = open[Math.floor(open.length / 2)] ?? 0;
  await write({ deleted_at: new Date(), is_public: false, is_listed: false }, gone);
  for (const ctx of viewers) {
    const all = await idsOf(ctx, 'order1=1');
    const older = all.filter((id) => id < gone);
    const newer = all.filter((id) => id > gone);
    expect([older.length > 2, newer.length > 2]).toEqual([true, true]);
    expect(await idsOf(ctx, `order1=1&after=${gone}`)).toEqual(newer);
    expect(await idsOf(ctx, `order1=1&from=${gone}`)).toEqual(newer);
    expect(await idsOf(ctx, `order1=1&before=${gone}`)).toEqual(older);
    expect(await idsOf(ctx, `order1=2&after=${gone}`)).toEqual(older.toReversed());
    expect(await idsOf(ctx, `order1=2&before=${gone}`)).toEqual(newer.toReversed());
    for (const query of ['order1=5', 'order1=1&order2=5']) {
      const found = idsOf(ctx, `${query}&after=${gone}`);
      // moderators could see it
      if (ctx.viewer.level >= Level.moderator) expect((await found).length).toBeGreaterThan(0);
      else await expect(found).rejects.toMatchObject({ status: 410 });
    }
  }
});
