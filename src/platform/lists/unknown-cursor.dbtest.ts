import { sql, type Updateable } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '#db/database.ts';
import { acrossSites } from '#db/for-site.ts';
import { httpRoutes } from '#http-routes.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeListWorld } from '#testing/list-world.ts';
import { ask, type LooseRow } from '#testing/lists.ts';
import { runSeed } from '#testing/run-seed.ts';
import { isListEndpoint, type ServedList } from './endpoint.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const { caseOf, viewers } = await makeListWorld(world, runSeed());

const lists = Object.entries(httpRoutes).flatMap(([key, endpoint]) =>
  isListEndpoint(endpoint) ? [[key.slice('GET '.length), endpoint.list] as const] : [],
);

/** The field that contains a list's cursors, where it is not the id. */
const unusual: Readonly<Record<string, string>> = { leaderboards: 'Position', onlinerecords: 'RecordId' };
const cursorField = (list: ServedList) => unusual[list.name] ?? list.defaultFields[0] ?? '';

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
function ordersOf(path: string, list: ServedList): { by: string; query: string }[] {
  const { samples } = caseOf(path);
  const neededValue = (need: string) => (need.startsWith('in') ? '1' : (samples[need]?.() ?? ''));
  const needed = list.needs.map((need) => `&${need}=${neededValue(need)}`).join('');
  return Object.entries(list.orders).flatMap(([by, { codes }]) =>
    codes.map((code) => ({
      by,
      query: `order1=${code}&fields=${cursorField(list)}${by === arrival[list.name] ? '' : needed}`,
    })),
  );
}

/** Rows on one side of a number above all others, whose place is behind the row with the highest one. */
function rowsBeyond(
  list: ServedList,
  all: LooseRow[],
  query: string,
  page: (typeof pages)[number],
): LooseRow[] {
  const numbers = all.map((row): number => row[cursorField(list)]);
  const last = numbers.indexOf(Math.max(...numbers));
  const descends = Number(/order1=(\d+)/.exec(query)?.[1]) % 2 === 0;
  const place = descends ? last : last + 1;
  return page === 'before' ? all.slice(0, place) : all.slice(place);
}

describe('a cursor that no row has', () => {
  test.each(lists)('%s: an empty page, or by creation the rows beyond it', async (path, list) => {
    for (const ctx of viewers)
      for (const { by, query } of ordersOf(path, list)) {
        const all = (await ask(ctx, list, `${query}&count=1000`)).Results;
        for (const page of pages) {
          const label = `${query}&${page}=${beyond}`;
          const found = await ask(ctx, list, `${label}&count=1000`);
          const wanted = by === arrival[list.name] ? rowsBeyond(list, all, query, page) : [];
          expect([label, found]).toEqual([label, { Results: wanted, More: false }]);
        }
      }
  });
});

test('after a deleted track the list continues, forwards and backwards, for every viewer', async () => {
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
    expect(await idsOf(ctx, `order1=5&after=${gone}`)).toEqual([]);
    expect(await idsOf(ctx, `order1=1&order2=5&after=${gone}`)).toEqual([]);
  }
});
