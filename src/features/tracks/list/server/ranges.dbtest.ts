import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import { makeTrackWorld } from '#testing/track-world.ts';
import { TrackFinder } from '../../search-index/server/track-finder.ts';
import { followedRanges, type TrackRange, trackRanges } from '../ranges.ts';
import { trackOrders } from './orders.ts';
import type { TracksEB } from './source.ts';

const { db, url } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const { people, seenBy } = await makeTrackWorld(world);
const dee = seenBy(people.dee);
const list = listAt(app.routes, '/api/tracks');
const found = async (query: string, ctx: TestCtx = dee) =>
  (await ask(ctx, list, `fields=TrackId&${query}`)).Results.map((row): number => row.TrackId);

const finder = new TrackFinder(world, url, ['tmnf']);
await finder.load();
const inMemory = { ...dee, finders: new Map([['tracks', finder]]) };

test.each(Object.entries<TrackRange>({ ...trackRanges, ...followedRanges }))(
  'the range %s includes both bounds, in SQL and in memory',
  async (_, range) => {
    const seen = await found('');
    const [order] = trackOrders[range.order].keys;
    const keys = await db
      .selectFrom('track as t')
      .where('t.site', '=', 'tmnf')
      .where('t.track_id', 'in', seen)
      .select((eb) => [
        't.track_id as id',
        sql<number | Date>`${order?.expr(eb as unknown as TracksEB)}`.as('key'), // `t` is a track there too
      ])
      .execute();
    expect(new Set(keys.map(({ key }) => Number(key))).size, 'the test data differ').toBeGreaterThan(1);
    for (const [min, max] of [range.params, ...(range.otherParams ? [range.otherParams] : [])])
      for (const { key: bound } of keys) {
        const value = encodeURIComponent(bound instanceof Date ? bound.toISOString() : bound);
        const ids = (holds: (key: number) => boolean) =>
          keys.flatMap(({ id, key }) => (holds(Number(key)) ? id : [])).sort();
        for (const ctx of [dee, inMemory])
          for (const [query, wanted] of [
            [`${min}=${value}`, ids((key) => key >= Number(bound))],
            [`${max}=${value}`, ids((key) => key <= Number(bound))],
            [`${min}=${value}&${max}=${value}`, ids((key) => key === Number(bound))],
          ] as const)
            expect([query, (await found(query, ctx)).sort()]).toEqual([query, wanted]);
      }
  },
);
