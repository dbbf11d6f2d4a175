import type { Kysely } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import type { Database } from '#db/database.ts';
import { makeTrack, makeUser } from '#demo/make.ts';
import { Level } from '#lib/codes/level.ts';
import { inTransaction } from '#platform/ctx.ts';
import { readParams } from '#platform/lists/params.ts';
import { randomRow } from '#platform/lists/random.ts';
import { countRows, readPage } from '#platform/lists/run.ts';
import { Reads, recording } from '#platform/page-cache/reads.ts';
import { visitor } from '#platform/viewer.ts';
import { chooser } from '#testing/chooser.ts';
import { seenFrom, type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeReplay } from '#testing/make-lists.ts';
import { runSeed } from '#testing/run-seed.ts';
import { searchQueries } from '#testing/search-queries.ts';
import { makeSearchWorld } from '#testing/search-world.ts';
import { trackList } from '../../list/server/list.ts';
import { ChangeFeed } from './change-feed.ts';
import { TrackFinder } from './track-finder.ts';

const { db, url } = await testDb();
const database = new URL(url).pathname.slice(1);
const seed = runSeed();
const pick = chooser(seed);
const { chance, oneOf } = pick;
const world = await testCtx({ db, site: 'tmnf' });
const made = await makeSearchWorld(world, pick);
const { people, tracks, changes, someTrack } = made;
const someQuery = searchQueries(made, pick);
const site = world.site.code;

/** Activities that do not change the track itself. */
const activities: readonly (() => Promise<unknown>)[] = [
  () =>
    makeReplay(world, {
      trackId: someTrack(),
      userId: oneOf(people).userId,
      timeMs: 1000 * (1 + pick.below(5)),
      at: new Date(1_600_000_000_000 + pick.below(9e9)),
      isBest: false,
    }),
  () =>
    db
      .updateTable('replay')
      .set({ result: pick.below(4) })
      .where('site', '=', site)
      .where('track_id', '=', someTrack())
      .where('is_best', '=', true)
      .execute(),
  () =>
    db
      .updateTable('replay')
      .set({ secret_until: chance(0.7) ? new Date('2030-01-01') : null })
      .where('site', '=', site)
      .where('track_id', '=', someTrack())
      .execute(),
  () =>
    db
      .updateTable('track as t')
      .set((eb) => ({
        record_replay_id: eb
          .selectFrom('replay as r')
          .where('r.site', '=', site)
          .whereRef('r.track_id', '=', 't.track_id')
          .select((of) => of.fn.max('r.replay_id').as('id')),
      }))
      .where('t.site', '=', site)
      .where('t.track_id', '=', someTrack())
      .execute(),
  () => db.deleteFrom('replay').where('site', '=', site).where('track_id', '=', someTrack()).execute(),
  () =>
    db.deleteFrom('track_download').where('site', '=', site).where('track_id', '=', someTrack()).execute(),
  () =>
    db
      .updateTable('comment')
      .set({ deleted_at: chance(0.5) ? world.clock.now() : null })
      .where('site', '=', site)
      .where('track_id', '=', someTrack())
      .where('is_award', '=', false)
      .execute(),
];

const finder = new TrackFinder(world, url, ['tmnf'], { cacheThreshold: 1, busyFrom: 0 });
const searched = { ...world, finders: new Map([['tracks', finder]]) };
let served = 0;
const counting = {
  catchUp: (written?: string) => finder.catchUp(written),
  random: (...args: Parameters<TrackFinder['random']>) => finder.random(...args),
  count: (...args: Parameters<TrackFinder['count']>) => finder.count(...args),
  async find(...args: Parameters<TrackFinder['find']>) {
    const found = await finder.find(...args);
    if (found) served += 1;
    return found;
  },
};
searched.finders = new Map([['tracks', counting as unknown as TrackFinder]]); // everything that is called

const viewers = [
  visitor,
  ...people.map(({ accountId, userId, name }, at) => ({
    accountId,
    userId,
    name,
    level: at === 3 ? Level.moderator : Level.standard,
    isSupporter: false,
    uiMode: 0 as const,
  })),
];

const answer = async (ctx: TestCtx, query: [string, string][]) => {
  try {
    return await readPage(ctx, trackList, readParams(query));
  } catch (error) {
    return String(error);
  }
};

await finder.load();

test('a published track is in the lists when the response arrives', async () => {
  const ctx = seenFrom(searched, { viewer: oneOf(viewers.slice(1)) });
  const id = await inTransaction(ctx, (tx) =>
    makeTrack(tx, oneOf(people), { track: { uploaded_at: new Date('2027-01-01') } }),
  );
  const { rows } = await readPage(
    ctx,
    trackList,
    readParams([
      ['fields', 'TrackId'],
      ['count', '1'],
    ]),
  );
  expect(rows).toEqual([JSON.stringify({ TrackId: id })]);
  expect(served).toBeGreaterThan(0);
  tracks.push(id);
});

test('a deleted track is in no list, not even for moderators, and returns when restored', async () => {
  const ctx = seenFrom(searched, { viewer: viewers.at(-1) ?? visitor });
  const id = await makeTrack(world, oneOf(people), { track: { is_public: true, is_listed: true } });
  const listed = async () => {
    await finder.catchUp(site);
    const { rows } = await readPage(
      ctx,
      trackList,
      readParams([
        ['id', String(id)],
        ['fields', 'TrackId'],
      ]),
    );
    return rows.length;
  };
  const set = (columns: { deleted_at: Date | null; is_public: boolean; is_listed: boolean }) =>
    db.updateTable('track').set(columns).where('site', '=', site).where('track_id', '=', id).execute();
  expect(await listed()).toBe(1);
  await set({ deleted_at: world.clock.now(), is_public: false, is_listed: false });
  expect(await listed()).toBe(0);
  await set({ deleted_at: null, is_public: true, is_listed: true });
  expect(await listed()).toBe(1);
  tracks.push(id);
});

test('a random track is any of those that match, and all of them are counted', async () => {
  const query = readParams([['inbeta', '1']]);
  const plain = await readPage(
    world,
    trackList,
    readParams([
      ['inbeta', '1'],
      ['count', '1000'],
      ['fields', 'TrackId'],
    ]),
  );
  expect(await countRows(searched, trackList, query)).toBe(plain.rows.length);
  const wanted = new Set(plain.rows);
  const met = new Set<string>();
  for (let n = 0; n < 40; n++)
    met.add(JSON.stringify({ TrackId: await randomRow(searched, trackList, query) }));
  expect([...met].filter((row) => !wanted.has(row))).toEqual([]);
  expect(met.size).toBeGreaterThan(5);
  expect(await randomRow(searched, trackList, readParams([['id', '999999']]))).toBeNull();
});

test('what was counted while the index was loading is cached for a second, until the index may know more', async () => {
  const loading: typeof searched = {
    ...searched,
    finders: new Map([['tracks', new TrackFinder(world, url, [site], { cacheThreshold: 1, busyFrom: 0 })]]),
  };
  const countedIn = async (ctx: typeof searched) => {
    const reads = new Reads(site, [site]);
    const total = await recording(reads, () => countRows(ctx, trackList, readParams([['inbeta', '1']])));
    return { total, until: reads.until };
  };
  const { total, until } = await countedIn(searched);
  expect(until).toBe(Number.POSITIVE_INFINITY);
  expect(await countedIn(loading)).toEqual({ total, until: world.clock.now().getTime() + 1000 });
});

test.each([null, site])(
  'late commits are not missed, and nothing is returned twice; rows of %s',
  async (rowsOf) => {
    const feed = new ChangeFeed(db);
    await feed.begin();
    const [first, second] = [someTrack(), someTrack()];
    const touch = (at: Kysely<Database>, id: number) =>
      at
        .updateTable('track')
        .set({ downloads: 1 })
        .where('site', '=', site)
        .where('track_id', '=', id)
        .execute();
    const late = Promise.withResolvers<void>();
    const began = Promise.withResolvers<void>();
    const slow = db.transaction().execute(async (tx) => {
      await touch(tx, first);
      began.resolve();
      await late.promise;
    });
    await began.promise;
    await touch(db, second);
    const changeOf = (id: number) => new Map([[site, { ids: new Set([id]), parts: new Set(['track']) }]]);
    const next = async () => {
      const { changes: found, read } = await feed.next(rowsOf);
      if (rowsOf) expect(read?.ids).toEqual(found.get(site)?.ids ?? new Set());
      return found;
    };
    expect(await next()).toEqual(changeOf(second));
    late.resolve();
    await slow;
    expect(await next()).toEqual(changeOf(first));
    expect(await next()).toEqual(new Map());
  },
);

test('a writer reads the log and the rows in one statement', async () => {
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const statementsOf = async (written?: string) => {
    await makeTrack(world, oneOf(people));
    queries.mockClear();
    await finder.catchUp(written);
    // other test files of this process may still use databases of their own
    return queries.mock.contexts.filter((client) => (client as pg.Client).database === database).length; // the spy is of its prototype
  };
  expect(await statementsOf(site)).toBe(1);
  expect(await statementsOf()).toBe(2);
});

test('when the latest track of a user moves to another one, the one before it is the latest', async () => {
  const [uploader, other] = [
    await makeUser(world, { name: 'Giver' }),
    await makeUser(world, { name: 'Taker' }),
  ];
  const uploaded = (at: string) =>
    makeTrack(world, uploader, { track: { uploaded_at: new Date(at), is_public: true, is_listed: true } });
  const [earlier, latest] = [await uploaded('2026-02-01'), await uploaded('2026-02-02')];
  await finder.catchUp(site);
  const latestOnes = async () => {
    const query = { inlatestauthor: '1', id: `${earlier},${latest}`, fields: 'TrackId' };
    const { rows } = await readPage(searched, trackList, readParams(Object.entries(query)));
    return rows;
  };
  expect(await latestOnes()).toEqual([JSON.stringify({ TrackId: latest })]);
  await db
    .updateTable('track')
    .set({ uploader_id: other.userId })
    .where('site', '=', site)
    .where('track_id', '=', latest)
    .execute();
  await finder.catchUp(site);
  expect((await latestOnes()).toSorted()).toEqual(
    [earlier, latest].map((TrackId) => JSON.stringify({ TrackId })).toSorted(),
  );
});

test('a notification causes one refresh, and none if a refresh began after it', async () => {
  const looks = vi.spyOn(ChangeFeed.prototype, 'next');
  const soon = () => new Promise((resume) => setTimeout(resume, 60));
  finder.noticeChange();
  finder.noticeChange();
  await soon();
  expect(looks).toHaveBeenCalledTimes(1);
  finder.noticeChange();
  await finder.catchUp();
  await soon();
  expect(looks).toHaveBeenCalledTimes(2);
  await finder.catchUp();
  finder.noticeChange();
  await soon();
  expect(looks).toHaveBeenCalledTimes(4);
  looks.mockRestore();
});

test('the index and the SQL statement find the same, while tracks are written', async () => {
  const cases = Number(process.env.CASES ?? 600);
  for (let n = 0; n < cases; n++) {
    if (chance(0.3)) {
      await oneOf([...changes, ...activities])();
      await finder.catchUp(oneOf([site, undefined]));
    }
    const viewer = oneOf(viewers);
    const query = someQuery();
    const plain = await answer(seenFrom(world, { viewer }), query);
    const found = await answer(seenFrom(searched, { viewer }), query);
    expect(found, `seed ${seed}, case ${n}, viewer ${viewer.userId}: ${new URLSearchParams(query)}`).toEqual(
      plain,
    );
  }
  expect(served / cases, 'nearly all are answered by the index').toBeGreaterThan(0.75);
}, 300_000);
