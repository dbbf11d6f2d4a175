import { expect, test } from 'vitest';
import { rememberStatements } from '#scripts/bench/statements-seen.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { costOf } from '#testing/rows-read.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { undrivenIds, undrivenTracks } from './undriven-tracks.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });

/** A track of a new author, with these columns. */
async function trackWith(columns: object, options = {}): Promise<number> {
  const id = await makeTrack(await asMember(world), options);
  if (Object.keys(columns).length > 0)
    await db
      .updateTable('track')
      .set(columns)
      .where('site', '=', 'tmnf')
      .where('track_id', '=', id)
      .execute();
  return id;
}

const isShown = async (id: number) => {
  // alone on the edition
  await db
    .updateTable('track')
    .set({ is_beta: true })
    .where('site', '=', 'tmnf')
    .where('track_id', '<>', id)
    .execute();
  return (await undrivenTracks(world)).some(({ TrackId }) => TrackId === id);
};

test.each([
  ['a short track without a record', {}, true],
  ['one of exactly a minute', { author_time_ms: 60_000 }, true],
  ['one of more than a minute', { author_time_ms: 60_001 }, false],
  ['one that has been driven', { replays: 1 }, false],
  ['a beta track', { is_beta: true }, false],
  ['an uncompetitive track', { replay_type: 3 }, false],
  ['a hidden track', { is_public: false, is_listed: false }, false],
  ['an unlisted track', { is_listed: false }, false],
])('%s: shown %s', async (_, columns, shown) => {
  expect(await isShown(await trackWith(columns))).toBe(shown);
});

test('at most four are shown, one of each author, others on other days, and few entries are read', async () => {
  const author = await asMember(world);
  for (let n = 0; n < 8; n++) await makeTrack(author);
  for (let n = 0; n < 20; n++) await trackWith({});
  const today = await undrivenIds(world);
  expect(today).toHaveLength(4);
  expect(await undrivenIds(world)).toEqual(today);
  const authors = await db
    .selectFrom('track')
    .where('site', '=', 'tmnf')
    .where('track_id', 'in', today)
    .select('uploader_id')
    .execute();
  expect(new Set(authors.map(({ uploader_id }) => uploader_id)).size).toBe(4);
  const days = new Set<string>([today.join()]);
  for (let day = 0; day < 5; day++) {
    world.clock.forward({ days: 1 });
    days.add((await undrivenIds(world)).join());
  }
  expect(days.size).toBeGreaterThan(2);
  await db.updateTable('track').set({ is_beta: true }).where('site', '=', 'tmnf').execute();
  expect(await undrivenTracks(world)).toEqual([]);
});

test('finding them reads a few entries of the index, however many tracks there are', async () => {
  const seen = rememberStatements();
  for (let n = 0; n < 60; n++) await trackWith({});
  const { rows, entries } = await costOf(db, seen, () => undrivenIds(world));
  expect(rows + entries).toBeLessThan(200);
});
