import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { recountSite } from '#db/site-counts.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { rememberStatements } from '#scripts/bench/statements-seen.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { costOf } from '#testing/rows-read.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { homeCounts } from './site-counts.ts';

const { db } = await testDb({ editions: 'all' });
const ctx = await testCtx({ db, site: 'tmnf' });
const author = await asMember(ctx);
const now = ctx.clock.now();
const seen = rememberStatements();

test('listed tracks are counted as they are published, hidden, shown, deleted and restored', async () => {
  const old = await makeTrack(author, { uploadedAt: daysBefore(now, 8) });
  const fresh = await makeTrack(author);
  const exactly = await makeTrack(author, { uploadedAt: daysBefore(now, 7) });
  await makeTrack(author, { isPublic: false });
  await makeTrack(author, { isListed: false });
  const people = await homeCounts(ctx).then(({ players }) => players);
  const counts = async () => {
    const { tracks, newThisWeek } = await homeCounts(ctx);
    return [tracks, newThisWeek];
  };
  expect(await counts()).toEqual([3, 2]);
  expect(people).toBe(1);
  const set = (trackId: number, values: object) =>
    db.updateTable('track').where('site', '=', 'tmnf').where('track_id', '=', trackId).set(values).execute();
  await set(exactly, { is_listed: false });
  await set(old, { deleted_at: now, is_public: false, is_listed: false });
  expect(await counts()).toEqual([1, 1]);
  await set(old, { downloads: 7 });
  expect(await counts()).toEqual([1, 1]);
  await set(old, { deleted_at: null, is_public: true, is_listed: true });
  await set(exactly, { is_listed: true });
  expect(await counts()).toEqual([3, 2]);
  await db.deleteFrom('track').where('site', '=', 'tmnf').where('track_id', '=', fresh).execute();
  expect(await counts()).toEqual([2, 1]);
  expect((await homeCounts(seenFrom(ctx, { site: 'tmn' }))).tracks).toBe(0);
});

test('counts that have become wrong are repaired', async () => {
  const right = await homeCounts(ctx);
  await sql`update site set tracks = tracks + 9, profiles = 0 where code = 'tmnf'`.execute(db);
  await recountSite(ctx);
  expect(await homeCounts(ctx)).toEqual(right);
});

test('the front page reads one row, and an entry for each new track, however many there are', async () => {
  for (let n = 0; n < 300; n++) await makeTrack(author, { uploadedAt: daysBefore(now, 8 + n) });
  await sql`vacuum analyze track`.execute(db);
  const counts = await homeCounts(ctx);
  expect(counts).toMatchObject({ tracks: 302, newThisWeek: 1 });
  const { rows, entries } = await costOf(db, seen, () => homeCounts(ctx));
  const sites = ctx.sites.length;
  expect([rows <= sites, entries]).toEqual([true, counts.newThisWeek]);
});
