import { beforeEach, describe, expect, test } from 'vitest';
import { FakeClock } from '#testing/ctx.ts';
import type { Change } from './change.ts';
import { type Asked, longestMs, PageCache } from './page-cache.ts';
import { changesAt, currentReads, readingOnly } from './reads.ts';

const clock = new FakeClock();
let cache = new PageCache<string>({ clock, sites: ['tmnf', 'tm2'], maxBytes: 10_000 });
beforeEach(() => {
  cache = new PageCache({ clock, sites: ['tmnf', 'tm2'], maxBytes: 10_000 });
  cache.follow();
});

const asked = (key: string, network = 'a', state: unknown = null): Asked => ({
  site: 'tmnf',
  key,
  network,
  state,
});
const change = (table: string, ...keys: string[]): Change => ({ site: 'tmnf', table, keys });
const any = (table: string, site: string | null = 'tmnf'): Change => ({ site, table, keys: null });

/** What a page does that sends this statement. */
const sends = (text: string, values: unknown[] = []) => currentReads()?.statement(text, values);

const make = (key: string, read: () => unknown = () => {}, network = 'a', bytes = 1000) =>
  cache.make(
    asked(key, network),
    async () => {
      await read();
      return key;
    },
    async (value) => ({ value, bytes }),
  );

const comments = 'select 1 from comment where track_id = 1';
const sendsComments = async () => {
  sends(comments);
  return 'value';
};
const ofTrack5 = () => readingOnly({ comment: { track_id: 5 } }, () => sends(comments));

describe('a change', () => {
  test.each<[string, () => unknown, Change, boolean]>([
    ['of a table that was read', () => sends(comments), change('comment', 'track_id 9'), true],
    ['of a table that was not read', () => sends(comments), change('news', 'news_id 1'), false],
    ['on another edition', () => sends(comments), { ...any('comment'), site: 'tm2' }, false],
    ['of one of the rows that were read', ofTrack5, change('comment', 'track_id 5', 'user_id 1'), true],
    ['of other rows', ofTrack5, change('comment', 'track_id 55', 'user_id 5'), false],
    ['of any rows', ofTrack5, any('comment'), true],
    ['of a shared table', () => sends('select 1 from account'), any('account', null), true],
    [
      'of a table that was read on another edition',
      () => sends('select 1 from news where site = $1', ['tm2']),
      { ...any('news'), site: 'tm2' },
      true,
    ],
    [
      'of a table that was read there by a literal',
      () => sends("select 1 from news where site = 'tm2'"),
      { ...any('news'), site: 'tm2' },
      true,
    ],
    ['of a column that was not read', () => sends('select name from track'), any('track.awards'), false],
    ['of a column that was read', () => sends('select awards from track'), any('track.awards'), true],
    [
      'of a column of other rows',
      () => readingOnly({ track: { track_id: 5 } }, () => sends('select awards from track')),
      change('track.awards', 'track_id 6'),
      false,
    ],
    ['of the index in memory', () => currentReads()?.index(), any('track_change'), true],
    [
      'of a value in the index by which rows were found',
      () => currentReads()?.index(['order 1', 'facet 2']),
      change('track_change', 'facet 2'),
      true,
    ],
    [
      'of other values in the index',
      () => currentReads()?.index(['order 1', 'facet 2']),
      change('track_change', 'facet 1', 'order 2'),
      false,
    ],
    ['of any value in the index', () => currentReads()?.index(['order 1']), any('track_change'), true],
    ['of rows that only their owner sees', () => sends('select 1 from user_block'), any('user_block'), false],
  ])('%s', async (_, read, changed, isRemoved) => {
    expect((await make('page', read)).stored).toBe('page');
    expect(cache.find(asked('page'))).toBe('page');
    cache.changed([changed]);
    expect(cache.find(asked('page'))).toBe(isRemoved ? undefined : 'page');
    expect(cache.drops).toBe(isRemoved ? 1 : 0);
    // the same while it is made
    const { stored } = await make('other', async () => {
      await read();
      cache.changed([changed]);
    });
    expect(stored).toBe(isRemoved ? null : 'other');
  });

  test('that comes before something is read counts too, because the row may have been read before it was announced', async () => {
    const { stored } = await make('page', () => {
      cache.changed([any('comment')]);
      sends(comments);
    });
    expect(stored).toBeNull();
  });
});

test.each<[string, () => unknown]>([
  ['writes', () => sends('insert into comment values (1)')],
  ['reads a table whose changes are not logged', () => sends('select 1 from session')],
  ['sends a statement without a known text', () => currentReads()?.statement(null, [])],
])('a page that %s is not stored, and nobody waits for it', async (_, read) => {
  expect((await make('page', read)).stored).toBeNull();
  const again = make('page', read);
  expect(cache.awaited(asked('page'))).toBeUndefined();
  await again;
});

test('a loader can only name columns by which changes are logged', async () => {
  await expect(
    make('page', () => readingOnly({ comment: { text: 'a' } }, () => sends(comments))),
  ).rejects.toThrow('not logged by text');
});

test('requests for what is being made share it; if it cannot be stored, each makes its own', async () => {
  const gate = Promise.withResolvers<void>();
  const first = make('page', () => gate.promise);
  const other = cache.awaited(asked('page'));
  gate.resolve();
  expect([await other, (await first).stored, cache.awaited(asked('page'))]).toEqual([
    'page',
    'page',
    undefined,
  ]);

  const second = Promise.withResolvers<void>();
  const making = make('next', async () => {
    sends(comments);
    await second.promise;
  });
  const waiting = cache.awaited(asked('next'));
  cache.changed([any('comment')]);
  second.resolve();
  expect([await waiting, (await making).made]).toEqual([null, 'next']);
  const failing = make('bad', () => Promise.reject(new Error('bad')));
  const waits = cache.awaited(asked('bad'));
  await expect(failing).rejects.toThrow('bad');
  expect(await waits).toBeNull();
});

test('what changes by the clock is stored until then, and everything for a minute at most', async () => {
  await make('page', () => changesAt(clock.now().getTime() + 2000));
  await make('other');
  clock.forward({ seconds: 1 });
  expect([cache.find(asked('page')), cache.find(asked('other'))]).toEqual(['page', 'other']);
  clock.forward({ seconds: 1 });
  expect([cache.find(asked('page')), cache.find(asked('other'))]).toEqual([undefined, 'other']);
  clock.forward({ seconds: longestMs / 1000 - 2 });
  expect(cache.find(asked('other'))).toBeUndefined();
});

test('another state of the switches needs another page', async () => {
  await make('page');
  expect(cache.find(asked('page', 'a', { closed: true }))).toBeUndefined();
});

test('while changes may be missed, nothing is stored and nothing is found', async () => {
  await make('page');
  const gate = Promise.withResolvers<void>();
  const making = make('other', () => gate.promise);
  cache.lose();
  cache.follow();
  gate.resolve();
  expect([cache.find(asked('page')), (await making).stored, cache.size]).toEqual([undefined, null, 0]);
  cache.lose();
  expect((await make('page')).stored).toBeNull();
});

describe('memory', () => {
  const keys = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `page ${from + n}`);
  const found = (list: string[]) => list.filter((key) => cache.find(asked(key, 'b')) !== undefined).length;

  test('is bounded', async () => {
    for (const key of keys(0, 50)) await make(key);
    expect([cache.size, cache.bytes]).toEqual([10, 10_000]);
    await make('too large', () => {}, 'a', 10_001);
    expect(cache.find(asked('too large'))).toBeUndefined();
  });

  test('one network that requests everything does not push out what several use', async () => {
    for (const key of keys(0, 7)) await make(key);
    expect(found(keys(0, 7))).toBe(7);
    for (const key of keys(100, 200)) {
      await make(key, () => {}, 'greedy');
      cache.find(asked(key, 'greedy'));
    }
    expect(found(keys(0, 7))).toBe(7);
    expect(cache.bytes).toBeLessThanOrEqual(10_000);
  });

  test('what several use leaves a quarter for what is new', async () => {
    for (const key of keys(0, 9)) await make(key);
    expect(found(keys(0, 9))).toBe(9);
    for (const key of keys(100, 110)) await make(key);
    expect(found(keys(0, 9))).toBe(8);
  });
});

test('a page depends on everything that its parts depend on, also if these were made for another page', async () => {
  const part = () => cache.part(asked('part'), sendsComments, () => 10);
  expect(await part()).toBe('value');
  const { stored } = await make('page', part);
  expect(stored).toBe('page');
  cache.changed([change('comment', 'track_id 1')]);
  expect([cache.find(asked('page')), cache.find(asked('part'))]).toEqual([undefined, undefined]);
});

test('a part is not narrowed by the page around it', async () => {
  const part = () => cache.part(asked('part'), sendsComments, () => 10);
  await make('page', () => readingOnly({ comment: { track_id: 5 } }, part));
  cache.changed([change('comment', 'track_id 6')]);
  expect([cache.find(asked('page')), cache.find(asked('part'))]).toEqual([undefined, undefined]);
});
