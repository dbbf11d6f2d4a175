import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { app } from '#app.ts';
import { leaderboardSearch } from '#features/leaderboards/search.ts';
import { leaderboardList } from '#features/leaderboards/server/list.ts';
import { findMessages } from '#features/messages/server/search.ts';
import { readLogFilters } from '#features/modlog/filters.ts';
import { editionsLog } from '#features/modlog/server/list.ts';
import { newsSearch } from '#features/news/search.ts';
import { newsList } from '#features/news/server/list.ts';
import { packSearch } from '#features/packs/list/search.ts';
import { packList } from '#features/packs/list/server/list.ts';
import { trackSearch } from '#features/tracks/list/search.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import { userSearch } from '#features/users/list/search.ts';
import { userList } from '#features/users/list/server/list.ts';
import { videoSearch } from '#features/videos/search.ts';
import { videoList } from '#features/videos/server/list.ts';
import { loadList } from '#layouts/lists/load-list.ts';
import { Problem } from '#platform/http/problem.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import { chooser } from '#testing/chooser.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { hostileSearch, hostileSearches } from '#testing/hostile/searches.ts';
import { makeListWorld } from '#testing/list-world.ts';
import { ask } from '#testing/lists.ts';
import { runSeed } from '#testing/run-seed.ts';
import { shareOf } from '#testing/shares.ts';
import { isListEndpoint } from './endpoint.ts';

const seed = runSeed();
const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const { viewers } = await makeListWorld(world, seed);
const moderator = viewers.at(-1) ?? world;
const random = chooser(seed);
const searches = shareOf([...hostileSearches, ...Array.from({ length: 60 }, () => hostileSearch(random))], 4);

/** The status of a refusal: a Problem of the client's own, never a failure of the server. */
async function statusOf(read: () => Promise<unknown>): Promise<number> {
  try {
    await read();
    return 200;
  } catch (error) {
    if (error instanceof Problem) return error.status;
    throw error;
  }
}

const lists = Object.entries(app.routes).flatMap(([key, endpoint]) =>
  isListEndpoint(endpoint) ? [[key.slice('GET '.length), endpoint.list] as const] : [],
);

describe('no text given for a filter makes a list fail, by relevance either', () => {
  test.each(lists)('%s', { timeout: 120_000 }, async (_, list) => {
    for (const [name, filter] of Object.entries(list.filters)) {
      const isText = filter.parse.schema.type === 'string';
      const texts = isText ? searches : searches.slice(0, 20);
      for (const typed of texts) {
        const order1 = random.chance(0.5) ? 'relevance' : '';
        const query = new URLSearchParams({ order1, count: '3', [name]: typed });
        const status = await statusOf(() => ask(random.oneOf(viewers), list, query.toString()));
        expect([name, typed, status]).toEqual([name, typed, expect.toBeOneOf([200, 400])]);
      }
    }
  });
});

test('no search box makes a page fail', { timeout: 120_000 }, async () => {
  for (const typed of searches) {
    const url = new URL(`http://here.example/?${new URLSearchParams({ query: typed })}`);
    const pages = [
      loadList(world, userList, userSearch, url),
      loadList(world, newsList, newsSearch, url),
      loadList(world, packList, packSearch, url),
      loadList(world, videoList, videoSearch, url),
      loadList(world, trackList, trackSearch(world.site), url),
      loadList(world, leaderboardList, leaderboardSearch(world.site), url),
    ];
    for (const { status } of await Promise.all(pages))
      expect([typed, status.at === 'error' ? status.problem.status : 200]).toEqual([
        typed,
        expect.toBeOneOf([200, 400]),
      ]);
    await findMessages(moderator, typed, new URLSearchParams());
    const filters = readLogFilters(
      new URLSearchParams({ by: typed, person: typed, act: typed, subject: typed }),
    );
    await editionsLog(moderator, [moderator.site], filters, new URLSearchParams());
  }
});

/** An address in which each parameter has the same text, whatever its name. */
class EverySame extends URLSearchParams {
  readonly typed: string;
  constructor(typed: string) {
    super({ query: typed });
    this.typed = typed;
  }
  override get = () => this.typed;
  override getAll = () => [this.typed];
  override has = () => true;
}

/** Texts that are no id of a row: the files of the rows of this world do not exist. */
const noIds = searches.filter((typed) => !Number.isInteger(Number(typed)));

const others = Object.entries(app.routes).filter(
  ([key, endpoint]) => key.startsWith('GET ') && !isListEndpoint(endpoint),
);

test('no text in the parameters or the path of another address makes it fail', {
  timeout: 120_000,
}, async () => {
  expect(others.length).toBeGreaterThan(20);
  for (const [key, endpoint] of others)
    for (const typed of random.chance(0.5) ? noIds.filter((_, at) => at % 4 === 0) : noIds.slice(-40)) {
      const names = [...key.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      const request: HttpRequest = {
        method: 'GET',
        path: key.slice('GET '.length),
        query: new EverySame(typed),
        headers: {},
        cookies: {},
        secure: false,
        address: '192.0.2.1',
        origin: `http://${world.site.host}`,
        body: Readable.from([]),
        signal: new AbortController().signal,
      };
      for (const given of [typed, '900000']) {
        const params = Object.fromEntries(names.map((name) => [name, given]));
        const ctx = { ...random.oneOf(viewers), client: request };
        const status = await statusOf(() => endpoint.handle(ctx, request, params));
        // 501: a format that oEmbed does not offer
        expect([key, typed, given, status < 500 ? 200 : status]).toEqual([
          key,
          typed,
          given,
          expect.toBeOneOf([200, 501]),
        ]);
      }
    }
});
