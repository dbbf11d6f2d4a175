import { expect, test } from 'vitest';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeReplay } from '#testing/make-lists.ts';
import { asMember, makeMember, makeTrack } from '#testing/tracks.ts';
import { rankReplays } from '../../ranking/server/rank.ts';
import { eraAt } from '../board-at.ts';
import { boardChanges } from './board-changes.ts';
import { boardAt } from './history.ts';
import { recordProgress } from './progress.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const author = await asMember(world);
const [ann, ben, cy] = await Promise.all([makeMember(world), makeMember(world), makeMember(world)]);
const day = (n: number) => new Date(Date.UTC(2012, 0, n));

const trackId = await makeTrack(author, { uploadedAt: day(1) });
const drive = (userId: number, dayOfMonth: number, timeMs: number, more: object = {}) =>
  makeReplay(world, { trackId, userId, timeMs, at: day(dayOfMonth), ...more });
const annSlow = await drive(ann.userId, 2, 70_000);
const benFirst = await drive(ben.userId, 3, 65_000);
const annFast = await drive(ann.userId, 5, 60_000);
const cySecret = await drive(cy.userId, 6, 58_000, { secretUntil: new Date('2027-01-01') });
const deleted = await drive(cy.userId, 4, 50_000, { deletedAt: day(5) });
await rankReplays(world, trackId);

// a second file on the 10th empties the board
const file = await db
  .selectFrom('track_version')
  .where('site', '=', 'tmnf')
  .where('track_id', '=', trackId)
  .selectAll()
  .executeTakeFirstOrThrow();
const sha256 = 'e'.repeat(64);
await db
  .insertInto('blob')
  .values({ sha256, size_bytes: 1, created_at: day(10) })
  .execute();
await db
  .insertInto('track_version')
  .values({
    ...file,
    version: 2,
    uid: `${file.uid}2`,
    sha256,
    uploaded_at: day(10),
    facts: JSON.stringify(file.facts),
    targets: null,
    oddities: '[]',
  })
  .execute();
await db
  .updateTable('track')
  .set({ current_version: 2 })
  .where('site', '=', 'tmnf')
  .where('track_id', '=', trackId)
  .execute();
const benNew = await drive(ben.userId, 12, 80_000, { trackVersion: 2 });
await rankReplays(world, trackId);

const files = [
  { version: 2, uploadedAt: day(10) },
  { version: 1, uploadedAt: day(1) },
];
const read = (at: Date, withBeaten = false, ctx = world) =>
  boardAt(ctx, { trackId, at, era: eraAt(files, at), withBeaten }, new URLSearchParams(), {});
const places = async (at: Date, withBeaten = false) =>
  (await read(at, withBeaten)).rows.map(({ ReplayId, Position }) => [ReplayId, Position]);
const justBefore = (at: Date) => new Date(at.getTime() - 1);

test.each([
  ['before the first replay', justBefore(day(2)), []],
  ['at the moment of the first', day(2), [[annSlow, 0]]],
  [
    'with two drivers',
    day(4),
    [
      [benFirst, 0],
      [annSlow, 1],
    ],
  ],
  [
    'a moment before one is beaten',
    justBefore(day(5)),
    [
      [benFirst, 0],
      [annSlow, 1],
    ],
  ],
  [
    'when it is beaten',
    day(5),
    [
      [annFast, 0],
      [benFirst, 1],
    ],
  ],
  [
    'with a secret record',
    day(9),
    [
      [cySecret, 0],
      [annFast, 1],
      [benFirst, 2],
    ],
  ],
  [
    'a moment before the new file',
    justBefore(day(10)),
    [
      [cySecret, 0],
      [annFast, 1],
      [benFirst, 2],
    ],
  ],
  ['at the upload of the new file', day(10), []],
  ['with the first replay of the new file', day(12), [[benNew, 0]]],
])('the board %s', async (_, at, expected) => {
  expect(await places(at as Date)).toEqual(expected);
});

test('beaten replays are shown on request, without a place, and say when they were beaten', async () => {
  expect(await places(day(9), true)).toEqual([
    [cySecret, 0],
    [annFast, 1],
    [benFirst, 2],
    [annSlow, null],
  ]);
  expect((await read(day(9), true)).rows.map(({ beatenAt }) => beatenAt)).toEqual([null, null, null, day(5)]);
  // on the 4th it was not beaten yet; replays of the first file do not appear on the board of the second
  expect(await places(day(4), true)).toEqual([
    [benFirst, 0],
    [annSlow, 1],
  ]);
  expect(await places(day(12), true)).toEqual([[benNew, 0]]);
});

test('deleted replays are on no board of the past', async () => {
  expect((await places(day(4), true)).map(([id]) => id)).not.toContain(deleted);
});

test('gaps are those of the date; a secret result appears in none', async () => {
  const gaps = async (at: Date, ctx = world) =>
    (await read(at, false, ctx)).rows.map(({ ReplayTime, Difference, Delta }) => [
      ReplayTime,
      Difference,
      Delta,
    ]);
  expect(await gaps(day(4))).toEqual([
    [65_000, 0, null],
    [70_000, 5000, 5000],
  ]);
  expect(await gaps(day(9))).toEqual([
    [0, null, null],
    [60_000, null, null],
    [65_000, null, 5000],
  ]);
  const all = [
    [58_000, 0, null],
    [60_000, 2000, 2000],
    [65_000, 7000, 5000],
  ];
  expect(await gaps(day(9), author)).toEqual(all);
  expect(await gaps(day(9), seenFrom(world, { viewer: cy }))).toEqual([
    [58_000, 0, null],
    [60_000, 2000, 2000],
    [65_000, 7000, 5000],
  ]);
});

test.each([
  ['before everything', justBefore(day(2)), null, day(2)],
  ['at the first change', day(2), null, day(3)],
  ['between two changes', day(4), day(2), day(5)],
  ['at a change', day(5), day(3), day(6)],
  ['before the new file', day(9), day(5), day(10)],
  ['at the new file', day(10), day(6), day(12)],
  ['at the end', day(20), day(10), null],
])('changes seen from %s', async (_, at, previous, next) => {
  expect(await boardChanges(world, trackId, at, files)).toEqual({
    first: day(2),
    last: day(12),
    previous,
    next,
  });
});

test('a track without replays has no changes', async () => {
  const empty = await makeTrack(author);
  const none = { first: null, last: null, previous: null, next: null };
  expect(await boardChanges(world, empty, day(5), files)).toEqual(none);
});

test('the progress of the record: each was the best when it was posted', async () => {
  const of = async (at: Date) =>
    (await recordProgress(world, trackId, eraAt(files, at))).map(({ ReplayId, ReplayTime }) => [
      ReplayId,
      ReplayTime,
    ]);
  expect(await of(day(9))).toEqual([
    [annSlow, 70_000],
    [benFirst, 65_000],
    [annFast, 60_000],
    [cySecret, 0],
  ]);
  expect(await of(day(11))).toEqual([[benNew, 80_000]]);
});

test('an equal result is no record', async () => {
  const other = await makeTrack(author, { uploadedAt: day(1) });
  const first = await makeReplay(world, { trackId: other, userId: ann.userId, timeMs: 60_000, at: day(2) });
  await makeReplay(world, { trackId: other, userId: ben.userId, timeMs: 60_000, at: day(3) });
  await rankReplays(world, other);
  const progress = await recordProgress(world, other, eraAt([], day(9)));
  expect(progress.map(({ ReplayId }) => ReplayId)).toEqual([first]);
});
