import { expect, test } from 'vitest';
import { primaryTypes } from '#lib/codes/track.ts';
import type { ChallengeSpec } from '#lib/gbx/tools/challenge-spec.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember, trackFile } from '#testing/tracks.ts';
import { entry, Uploader } from '#testing/uploader.ts';
import { rereadTracks } from './reread.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmo' });
const ann = await Uploader.of(await asMember(world));
const site = world.site.code;
const race = primaryTypes.indexOf('Race');
const puzzle = primaryTypes.indexOf('Puzzle');

/** A track as stored by an earlier version of this server: races without score, puzzles of TM 1.0 as races. */
async function storedBefore(spec: Partial<ChallengeSpec>, changes: { author_score?: number } = {}) {
  const { results } = await ann.publish(
    entry(0, { Tags: '0', TrackFile: trackFile({ environment: 'Desert', ...spec }) }),
  );
  const [result] = results;
  if (!result || !('TrackId' in result)) throw new Error(JSON.stringify(results));
  const { TrackId: trackId } = result;
  await db
    .updateTable('track')
    .set({ primary_type: race, author_score: null, ...changes })
    .where('site', '=', site)
    .where('track_id', '=', trackId)
    .execute();
  await db.insertInto('track_reread').values({ site, track_id: trackId }).execute();
  return trackId;
}

const rowOf = (trackId: number) =>
  db
    .selectFrom('track')
    .where('site', '=', site)
    .where('track_id', '=', trackId)
    .select(['primary_type', 'author_score'])
    .executeTakeFirst();
const waiting = () => db.selectFrom('track_reread').where('site', '=', site).select('track_id').execute();

test('stored files are read again, each once, and their tracks are corrected', async () => {
  const scored = await storedBefore({ game: 'TMO', authorScore: 68 });
  const old = await storedBefore({ game: 'TM 1.0', puzzlePieces: ['SpeedRoad'] });
  const plain = await storedBefore({ game: 'TM 1.0' });
  await db.insertInto('track_reread').values({ site, track_id: 999_999 }).execute(); // deleted in the meantime
  await rereadTracks.run(world, 'test', {});
  expect(await rowOf(scored)).toEqual({ primary_type: race, author_score: 68 });
  expect(await rowOf(old)).toEqual({ primary_type: puzzle, author_score: null });
  expect(await rowOf(plain)).toEqual({ primary_type: race, author_score: null });
  expect(await waiting()).toEqual([]);
});

test('a missing file changes nothing, and stops nothing', async () => {
  const lost = await storedBefore({ game: 'TMO', authorScore: 5 }, { author_score: 3 });
  const kept = await storedBefore({ game: 'TMO', authorScore: 7 });
  const { sha256 } = await db
    .selectFrom('track_version')
    .where('site', '=', site)
    .where('track_id', '=', lost)
    .select('sha256')
    .executeTakeFirstOrThrow();
  await world.files.remove(sha256);
  await rereadTracks.run(world, 'test', {});
  expect(await rowOf(lost)).toEqual({ primary_type: race, author_score: 3 });
  expect(await rowOf(kept)).toEqual({ primary_type: race, author_score: 7 });
  expect(await waiting()).toEqual([]);
});
