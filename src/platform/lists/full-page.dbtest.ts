import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { rememberStatements } from '#scripts/bench/statements-seen.ts';
import { bigDb } from '#testing/big-db.ts';
import { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { ask, listAt } from '#testing/lists.ts';

/** A thousand people, some thousand tracks and replays, boards of more than a thousand. */
const { db } = await bigDb(6);
const world = await testCtx({ db, site: 'tmnf' });
const seen = rememberStatements();

/** Which fields real tools request from which list: a path, a tab, and the value of `fields`. */
const requests = readFileSync(new URL('../../testing/tool-field-lists.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): [path: string, fields: string] => {
    const [path = '', fields = ''] = line.split('\t');
    return [path, fields];
  });

const long = ['/api/tracks', '/api/replays', '/api/leaderboards', '/api/users', '/api/tracks/dedimania'];

function streamOf({ body }: { readonly body?: unknown }): Readable {
  if (body instanceof Readable) return body;
  throw new Error('The response is no stream.');
}

const pageOf = (path: string, fields: string, count: number) =>
  ask(world, listAt(app.routes, path), `count=${count}&fields=${encodeURIComponent(fields)}`);

test.each([...new Set(requests.map(([path]) => path))])(
  'a page of 1000 has 1000 rows, or all, whichever fields a tool requests: %s',
  async (path) => {
    for (const [, fields] of requests.filter(([of]) => of === path)) {
      const { Results, More } = await pageOf(path, fields, 1000);
      expect([fields, Results.length === 1000, More]).toEqual([
        fields,
        long.includes(path),
        long.includes(path),
      ]);
    }
  },
);

test.each([
  [999, 999],
  [1000, 1000],
  [1001, 1000],
])('%i requested rows of the widest kind are %i', async (count, rows) => {
  expect((await pageOf('/api/leaderboards', 'Position,Delta', count)).Results).toHaveLength(rows);
});

test.each([
  ['/api/tracks', '', 'TrackId'],
  ['/api/tracks', '&order1=12', 'TrackId'],
  ['/api/replays', '', 'ReplayId'],
  ['/api/replays', '&order1=3', 'ReplayId'],
  ['/api/leaderboards', '', 'Position'],
  ['/api/leaderboards', '&order1=3', 'Position'],
])(
  'a page of 1000 rows with all fields is read in parts and is the same as shorter pages: %s?%s',
  async (path, order, cursor) => {
    const list = listAt(app.routes, path);
    const all = Object.keys(list.fields).join();
    seen();
    const page = await ask(world, list, `count=1000&fields=${all}${order}`);
    const read = seen().filter(({ text }) => text.includes('row_to_json'));
    expect(Math.max(...read.map(({ times }) => times))).toBeGreaterThan(3);

    const rows: unknown[] = [];
    for (let after = ''; rows.length < 1000; ) {
      const next = await ask(world, list, `count=80&fields=${all}${order}${after}`);
      rows.push(...next.Results);
      after = `&after=${next.Results.at(-1)?.[cursor]}`;
    }
    expect(page.Results).toEqual(rows.slice(0, 1000));
  },
);

test('with total=1 a list says how many rows match, wherever its page starts, but counts no more than 1000 in the database', async () => {
  const client = new Client(world, app.routes);
  const totalOf = async (query: string) =>
    (await client.send('GET', `/api/users?fields=UserId&${query}`)).json<{ Total?: number | null }>().Total;
  const first = await ask(world, listAt(app.routes, '/api/users'), 'count=3&order1=1');
  const last = first.Results.at(-1).UserId;
  const few = `id=${first.Results.map(({ UserId }) => UserId).join()}`;
  expect(await totalOf(`total=1&count=1&order1=1&${few}`)).toBe(3);
  expect(await totalOf(`total=1&count=1&order1=1&${few}&after=${last}`)).toBe(3);
  expect(await totalOf(`total=1&count=1`)).toBeNull();
  expect(await totalOf(few)).toBeUndefined();
  seen();
  const only = await client.send('GET', `/api/users?total=1&count=0&${few}`);
  expect(only.json()).toEqual({ More: true, Total: 3, Results: [] });
  expect(seen().filter(({ text }) => text.includes('row_to_json'))).toEqual([]);
});

test('as lines a list is one stream: read page by page while the client reads, and no further when it leaves', async () => {
  const client = new Client(world, app.routes);
  const lines = (query: string) =>
    client.send('GET', `/api/users?fields=UserId&order1=1&${query}`, {
      headers: { accept: 'application/x-ndjson' },
    });
  const pages = () => seen().filter(({ text }) => text.includes('row_to_json'));
  const all = await lines('');
  expect(all.headers?.['content-type']).toBe('application/x-ndjson');
  const rows = (await text(streamOf(all))).trimEnd().split('\n');
  const page = await ask(world, listAt(app.routes, '/api/users'), 'fields=UserId&order1=1&count=1000');
  expect(rows.length).toBeGreaterThan(1000);
  expect(rows.slice(0, 1000)).toEqual(page.Results.map((row) => JSON.stringify(row)));
  expect(new Set(rows).size).toBe(rows.length);

  const after = JSON.parse(rows[1] ?? '').UserId;
  expect(await text(streamOf(await lines(`count=2&after=${after}`)))).toBe(`${rows[2]}\n${rows[3]}\n`);

  seen();
  const left = streamOf(await lines(''));
  left.destroy();
  await finished(left).catch(() => undefined);
  expect(pages().reduce((sum, { times }) => sum + times, 0)).toBe(1);
  expect((await lines('before=5')).status).toBe(400);
  expect((await lines('order1=3&after=2000000000')).status).toBe(410);
});
