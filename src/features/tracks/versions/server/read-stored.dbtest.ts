import { beforeEach, expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { refusal } from '#lib/gbx/read/refusal.ts';
import type { ChallengeSpec } from '#lib/gbx/tools/challenge-spec.ts';
import { newRequestId } from '#platform/ctx.ts';
import type { GbxReader } from '#platform/gbx/gbx-reader.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { Person, trackRow } from '#testing/track-people.ts';
import { forgetReading, makeTrack, trackFile } from '#testing/tracks.ts';
import { currentFileIssues } from './file-issues.ts';
import { readStoredVersions } from './read-stored.ts';

const { db } = await testDb({ max: 10 });
const world = await testCtx({ db, site: 'tmnf' });
let ann: Person;
beforeEach(async () => {
  ann = await Person.of(world);
});

const runJob = (gbx: Partial<GbxReader> = {}) =>
  readStoredVersions([]).run({ ...world, gbx: { ...world.gbx, ...gbx } }, newRequestId(), {});
const version = (trackId: number, number = 1) =>
  db
    .selectFrom('track_version')
    .where('site', '=', 'tmnf')
    .where('track_id', '=', trackId)
    .where('version', '=', number)
    .select(['targets', 'oddities'])
    .executeTakeFirstOrThrow();

/** A track of this type, as uploaded before any of this was read. */
async function stored(spec: Partial<ChallengeSpec>, replayType = 0): Promise<number> {
  const id = await ann.uploads({}, trackFile(spec));
  await forget(id, replayType);
  return id;
}
async function forget(trackId: number, replayType: number): Promise<void> {
  await db
    .updateTable('track')
    .set({ unlimiter_version: null, replay_type: replayType })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', trackId)
    .execute();
  await forgetReading(world, trackId);
}

const tiny = { size: { x: 8, y: 8, z: 8 } };

test('a stored track is listed by the rules for new ones, and its authors are notified once', async () => {
  const odd = await stored(tiny);
  const usual = await stored({});
  const before = await ann.notices();
  await runJob();
  await runJob();
  expect(await trackRow(world, odd)).toMatchObject({ unlimiter_version: 0, replay_type: 3 });
  expect(await trackRow(world, usual)).toMatchObject({ unlimiter_version: null, replay_type: 0 });
  expect(await version(odd)).toMatchObject({ oddities: [{ kind: 'size', x: 8, y: 8, z: 8 }] });
  expect(await version(usual)).toEqual({
    oddities: [],
    targets: {
      primaryType: 0,
      authorTimeMs: 41_280,
      authorScore: null,
      gold: 44_000,
      silver: 50_000,
      bronze: 62_000,
    },
  });
  expect((await ann.notices()).slice(before.length)).toEqual([
    {
      kind: 'track.changed',
      link: `/trackshow/${odd}`,
      text: expect.stringMatching(
        /^“Floodlight” is listed as made with .+ any leaderboard\. The editor of the game can’t make this track: the map is 8 × 8 × 8, /,
      ),
    },
  ]);
  expect((await currentFileIssues(ann.ctx, odd)).map(({ Code }) => Code)).toEqual(['oddities']);
  expect(await currentFileIssues(ann.ctx, usual)).toEqual([]);
});

test('a type set by the crew stays, and a file that is not odd after all no longer counts as such', async () => {
  const classic = await stored(tiny, 1);
  const former = await stored({}, 3);
  await db
    .updateTable('track')
    .set({ unlimiter_version: 0 })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', former)
    .execute();
  const before = await ann.notices();
  await runJob();
  expect(await trackRow(world, classic)).toMatchObject({ unlimiter_version: 0, replay_type: 1 });
  expect(await trackRow(world, former)).toMatchObject({ unlimiter_version: null, replay_type: 0 });
  expect(await ann.notices()).toEqual(before);
});

test('only the current file of a track decides; nobody is notified of a deleted track', async () => {
  const repaired = await ann.uploads({}, trackFile(tiny));
  await ann.replaces(repaired, trackFile());
  await forget(repaired, 0);
  const deleted = await stored(tiny);
  const moderator = await Person.of(world, Level.moderator);
  await moderator.post(`/trackdelete/${deleted}`, { Reason: 'Spam.' });
  const before = await ann.notices();
  await runJob();
  expect(await trackRow(world, repaired)).toMatchObject({ unlimiter_version: null, replay_type: 0 });
  expect((await version(repaired, 1)).oddities).toHaveLength(1);
  expect((await version(repaired, 2)).oddities).toEqual([]);
  expect(await trackRow(world, deleted)).toMatchObject({
    deleted_at: expect.any(Date),
    unlimiter_version: 0,
  });
  expect(await ann.notices()).toEqual(before);
});

test('a missing file is not read again; one that could not be read in time is', async () => {
  const missing = await makeTrack(ann.ctx);
  const slow = await stored(tiny);
  await runJob({ challenge: async () => ({ ok: false, refusal: refusal('too-slow') }) });
  expect(await version(missing)).toEqual({ oddities: [], targets: null });
  expect((await version(slow)).oddities).toBeNull();
  expect((await trackRow(world, slow))?.unlimiter_version).toBeNull();
  await runJob();
  expect((await trackRow(world, slow))?.unlimiter_version).toBe(0);
});

test('a new file with a repaired map makes the track count again', async () => {
  const id = await ann.uploads({}, trackFile(tiny));
  expect(await trackRow(world, id)).toMatchObject({ unlimiter_version: 0, replay_type: 3 });
  const answer = await ann.replaces(id, trackFile());
  expect(answer.json()).toMatchObject({ Issues: [] });
  expect(await trackRow(world, id)).toMatchObject({ unlimiter_version: null, replay_type: 0 });
  const odd = await ann.replaces(id, trackFile(tiny));
  expect(odd.json()).toMatchObject({ Issues: [{ Level: 'warning', Code: 'oddities' }] });
  expect(await trackRow(world, id)).toMatchObject({ unlimiter_version: 0, replay_type: 3 });
});
