import { CompiledQuery, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { app } from '#app.ts';
import { replayList } from '#features/replays/list/server/list.ts';
import type { Ctx } from '#platform/context.ts';
import { neededFilters } from '#scripts/bench/list-requests.ts';
import { type Chooser, chooser } from '#testing/chooser.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeListWorld } from '#testing/list-world.ts';
import { ask } from '#testing/lists.ts';
import { runSeed } from '#testing/run-seed.ts';
import { isListEndpoint } from './endpoint.ts';
import { allRows } from './lines.ts';
import type { List } from './list.ts';
import { openApi } from './openapi.ts';
import { order, orderWithGaps } from './orders.ts';
import { readParams } from './params.ts';
import { countRows, sqlOf } from './run.ts';

const seed = runSeed();
const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const { caseOf, viewers } = await makeListWorld(world, seed);

/**
 * Replays in the order of a value that many lack: no list of the site has such an order in SQL, but lists support it.
 */
const listWithGaps: typeof replayList = {
  ...replayList,
  name: 'gaps',
  orders: {
    points: orderWithGaps([1, 2], 'points', (eb) => eb.ref('r.replay_score')),
    position: orderWithGaps([3, 4], 'position', (eb) => eb.ref('r.top_position')),
    driven: order([5, 6], 'driven', (eb) => eb.ref('r.replay_at')),
  },
  defaultOrder: { by: 'points', descending: true },
};

/** Every list of the site by its address. */
const lists = Object.entries(app.routes).flatMap(([key, endpoint]) =>
  isListEndpoint(endpoint) ? [[key.slice('GET '.length), endpoint.list] as const] : [],
);

test('every list has a case here, and every filter has a value', () => {
  for (const [path, list] of lists)
    expect([path, Object.keys(caseOf(path).samples).sort()]).toEqual([
      path,
      Object.keys(list.filters).sort(),
    ]);
});

/** The field that contains a list's cursors, where it is not the id. */
const unusual: Readonly<Record<string, string>> = { leaderboards: 'Position', onlinerecords: 'RecordId' };
const cursorField = (list: List) => unusual[list.name] ?? list.defaultFields[0] ?? '';

/** Filters, orders and fields at random. */
function draw(
  { below, chance, oneOf }: Chooser,
  list: List,
  samples: Readonly<Record<string, () => string>>,
) {
  const filters: [string, string][] = [];
  for (let wanted = below(4); wanted > 0; wanted--) {
    const name = oneOf(Object.keys(samples));
    const value = samples[name]?.() ?? '';
    if (!filters.some(([given]) => given === name)) filters.push([name, value]);
  }
  // the orders that need a filter should be tested too
  for (const need of neededFilters(list))
    if (chance(0.4) && !filters.some(([given]) => given === need))
      filters.push([need, samples[need]?.() ?? '']);
  const codes = Object.values(list.orders).flatMap((order) => order.codes);
  const orders: [string, string][] = [];
  if (chance(0.9)) orders.push(['order1', chance(0.1) ? 'relevance' : String(oneOf(codes))]);
  if (chance(0.3)) orders.push(['order2', String(oneOf(codes))]);
  const others = Object.keys(list.fields).filter(() => chance(0.15));
  return { filters, orders, fields: [cursorField(list), ...others] };
}

type Drawn = ReturnType<typeof draw>;
const queryOf = ({ orders, fields }: Drawn, filters: readonly (readonly [string, string])[]) =>
  new URLSearchParams([
    ...filters.map(([name, value]) => [name, value]),
    ...orders,
    ['fields', fields.join(',')],
  ]);

interface Walk {
  ctx: Ctx;
  list: List;
  query: URLSearchParams;
  pick: Chooser;
  meanwhile: () => Promise<void>;
}

async function rows({ ctx, list, query }: Walk, extra: Record<string, string>) {
  const full = new URLSearchParams([...query, ...Object.entries(extra)]);
  const page = await ask({ ...ctx }, list, full.toString());
  return { ids: page.Results.map((row): number => row[cursorField(list)]), page };
}

/** Small pages end between equal rows, large ones skip whole groups of them. */
const pageSize = ({ below, chance }: Chooser) => (chance(0.35) ? 1 + below(5) : 6 + below(40));

async function walk(way: Walk, step: 'after' | 'before', start: number | undefined): Promise<number[]> {
  const seen: number[] = [];
  let cursor = start;
  for (let pages = 0; pages < 500; pages++) {
    const at = cursor === undefined ? {} : { [step]: String(cursor) };
    const { ids, page } = await rows(way, { ...at, count: String(pageSize(way.pick)) });
    if (step === 'after') seen.push(...ids);
    else seen.unshift(...ids);
    if (!page.More) return seen;
    cursor = step === 'after' ? ids.at(-1) : ids[0];
    await way.meanwhile();
  }
  throw new Error(`The walk does not end: ${named(way)}`);
}
const named = ({ list, query }: Walk) => `${list.name}?${query} (seed ${seed})`;

describe('walks in pages of any size, while rows are added, visit every row once and in the right place', () => {
  // filters, orders and fields, each walked forwards, backwards, and onwards from some row; different ones in each run;
  // COMBINATIONS=1000 walks more of them
  const combinations = Number(process.env.COMBINATIONS ?? 30);
  test.each([...lists, ['gaps', listWithGaps] as const])('%s', { timeout: 240_000 }, async (path, list) => {
    const { add, samples } = caseOf(path === 'gaps' ? '/api/replays' : path);
    const pick = chooser(seed + path.length);
    const inShortPages = { ...list, pageSize: { ...list.pageSize, most: 7 } };
    for (let round = 0; round < combinations; round++) {
      const drawn = draw(pick, list, samples);
      const ctx = pick.oneOf(viewers); // copied for each request, because what a request looks up is read once
      const adds = round % 16 === 0;
      const meanwhile = async () => {
        if (adds && pick.chance(0.3)) await add();
      };
      const way: Walk = { ctx, list, query: queryOf(drawn, drawn.filters), pick, meanwhile };
      const all = await rows(way, { count: '1000' });
      const { ids } = all;
      const label = named(way);
      expect([label, all.page.More, new Set(ids).size]).toEqual([label, false, ids.length]);
      // no list here is too long to count
      expect([label, await countRows({ ...ctx }, list, readParams(way.query))]).toEqual([label, ids.length]);
      for (const row of all.page.Results)
        expect([label, Object.keys(row).sort()]).toEqual([label, [...new Set(drawn.fields)].sort()]);

      // as lines, in pages that readers do not see
      if (round % 5 === 0)
        expect([
          label,
          (await Array.fromAsync(allRows(ctx, inShortPages, readParams(way.query)))).flat(),
        ]).toEqual([label, all.page.Results.map((row) => JSON.stringify(row))]);

      // the same rows, in the order of the unfiltered list
      const kept = drawn.filters.filter(
        ([name]) =>
          neededFilters(list).includes(name) ||
          (list.name === 'leaderboards' && name.startsWith('lb')) ||
          // other people's records, awards and comments change the order, and the pack decides which entries there are
          (list.name === 'tracks' &&
            ['awardedby', 'commentedby', 'replaysby', 'inreplays', 'status'].includes(name)),
      );
      const whole: Walk = { ...way, query: queryOf(drawn, kept) };
      const everything = (await rows(whole, { count: '1000' })).ids;
      const wanted = new Set(ids);
      expect([label, everything.filter((id) => wanted.has(id))]).toEqual([label, ids]);

      const known = new Set(everything);
      const forwards = await walk(way, 'after', undefined);
      expect([label, forwards.filter((id) => known.has(id))]).toEqual([label, ids]);
      expect(new Set(forwards).size).toBe(forwards.length);
      if (everything.length === 0) continue;

      // backwards from any row, whether or not it matches the filters; and onwards from it, with and without the row
      // itself
      const from = pick.oneOf(everything);
      const place = everything.indexOf(from);
      const side = (part: number[]) => part.filter((id) => wanted.has(id));
      const back = await walk(way, 'before', from);
      expect([label, 'before', from, back.filter((id) => known.has(id))]).toEqual([
        label,
        'before',
        from,
        side(everything.slice(0, place)),
      ]);
      expect(new Set(back).size).toBe(back.length);
      const on = await walk(way, 'after', from);
      expect([label, 'after', from, on.filter((id) => known.has(id))]).toEqual([
        label,
        'after',
        from,
        side(everything.slice(place + 1)),
      ]);
      const with0 = (await rows(way, { from: String(from), count: '1000' })).ids;
      expect([label, 'from', from, with0.filter((id) => known.has(id))]).toEqual([
        label,
        'from',
        from,
        side(everything.slice(place)),
      ]);
    }
  });
});

describe('one query per request, two for a page that may be too wide for one, whatever the number of rows', () => {
  test.each(lists)('%s', async (_, list) => {
    let queries = 0;
    const counted = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        queries++;
        return result;
      },
    });
    const fields = Object.keys(list.fields).join(',');
    for (const viewer of viewers) {
      const ctx = { ...viewer, db: counted };
      const sizes = new Set<number>();
      const ofLongPages = new Set<number>();
      const rowsOf = async (count: number, at = '') => {
        queries = 0;
        const { Results } = await ask(ctx, list, `count=${count}${at}&fields=${fields}`);
        if (count === 1000) ofLongPages.add(queries);
        else expect([count, at, queries]).toEqual([count, at, 1]);
        sizes.add(Results.length);
        return Results;
      };
      const all = await rowsOf(1000);
      expect(all.length).toBeGreaterThan(3);
      const middle = all[Math.floor(all.length / 2)][cursorField(list)];
      for (const count of [1, 2, 1000])
        for (const at of ['', `&after=${middle}`, `&before=${middle}`, `&from=${middle}`])
          await rowsOf(count, at);
      expect(sizes.size).toBeGreaterThan(2);
      expect(ofLongPages.size).toBe(1);
      expect(Math.max(...ofLongPages)).toBeLessThanOrEqual(2);
    }
  });
});

describe('every order has an index: no list is sorted to show its first page', () => {
  /** Keys in another table: there are thousands of packs, and dozens of crew members and of records per track. */
  const sorted = ['trackpacks: name of the creator', 'users: role in the crew', 'onlinerecords: time'];
  const orders = lists.flatMap(([path, list]) =>
    // tracks are searched in memory: their statement is used only until they are loaded
    list.name === 'tracks'
      ? []
      : Object.values(list.orders).map(
          ({ about, codes }) => [`${list.name}: ${about}`, path, list, codes] as const,
        ),
  );
  test.each(orders)('%s', async (name, path, list, codes) => {
    const { samples } = caseOf(path);
    // relevance has no code, so its filter does not count
    const needed = neededFilters(list).filter((need) => need !== 'name');
    // an order by what a flag requires exists only for rows with it
    const sampleFor = (need: string) => (need.startsWith('in') ? '1' : (samples[need]?.() ?? ''));
    const needs = needed.map((need) => `&${need}=${sampleFor(need)}`).join('');
    for (const code of codes) {
      const query = `order1=${code}&fields=${cursorField(list)}${needs}`;
      const { text, values } = sqlOf(world, list, readParams(new URLSearchParams(query)));
      const plan = await db.connection().execute(async (one) => {
        await sql`set enable_sort = off`.execute(one);
        await sql`set enable_seqscan = off`.execute(one);
        const { rows } = await one.executeQuery<Record<string, string>>(
          CompiledQuery.raw(`explain (costs off) ${text}`, values),
        );
        await sql`reset all`.execute(one);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
      if (sorted.includes(name)) expect(plan).toMatch(/\bSort\b/);
      else expect(plan).not.toMatch(/\bSort\b/);
    }
  });
});

test('every field has the type that the API document states', async () => {
  const { paths, components } = openApi(app.routes);
  for (const [path, list] of lists) {
    expect(paths).toHaveProperty([path, 'get', 'operationId'], list.name);
    const row = z.fromJSONSchema(
      components.schemas[`${list.name}Row`] as Parameters<typeof z.fromJSONSchema>[0],
    ); // its own name for JSON Schema
    const fields = Object.keys(list.fields).join(',');
    for (const ctx of viewers) {
      const { Results } = await ask(ctx, list, `count=1000&fields=${fields}`);
      expect([path, row.array().safeParse(Results).error?.issues ?? []]).toEqual([path, []]);
    }
  }
});
