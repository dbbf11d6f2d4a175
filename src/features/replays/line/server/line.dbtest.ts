import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { replayCard } from '#features/cards/server/address.ts';
import { replayFacts } from '#features/cards/server/replay.ts';
import { trackExtras } from '#features/tracks/page/server/record-and-status.ts';
import { trackShow } from '#features/tracks/page/server/show.ts';
import { picturesOf } from '#features/tracks/pictures/server/pictures-of.ts';
import { countRanked } from '#features/tracks/server/counters.ts';
import { daysAfter, daysBefore } from '#lib/codes/durations.ts';
import { Level } from '#lib/codes/level.ts';
import { primaryTypes } from '#lib/codes/track.ts';
import { sampleRun } from '#lib/gbx/tools/sample-run.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import { writeReplay } from '#lib/gbx/tools/writer.ts';
import { inTransaction } from '#platform/ctx.ts';
import { storeBlobs } from '#platform/files/store-blobs.ts';
import { visitor } from '#platform/viewer.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeReplay } from '#testing/make-lists.ts';
import { replaySpec } from '#testing/replays.ts';
import { asMember, trackFile } from '#testing/tracks.ts';
import { entry, Uploader } from '#testing/uploader.ts';
import { type DrawnLine, momentsOf } from '../drawn-line.ts';
import { recordLine } from './line-address.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const now = world.clock.now();
const viewers = {
  visitor: await Uploader.of(seenFrom(world, { viewer: visitor })),
  other: await Uploader.of(await asMember(world)),
  driver: await Uploader.of(await asMember(world)),
  author: await Uploader.of(await asMember(world)),
  moderator: await Uploader.of(await asMember(world, Level.moderator)),
};

const blocks = sampleBlocks({ environment: 'Stadium', seed: 7 });
const run = sampleRun({ blocks, environment: 'Stadium', seed: 3 });
const { results } = await viewers.author.publish(entry(0, { TrackFile: trackFile({ blocks }) }));
const [track] = results;
if (!track || !('TrackId' in track)) throw new Error(JSON.stringify(results));
const trackId = track.TrackId;
await world.jobs.runAll(world);

async function storedReplay(
  bytes: Uint8Array,
  position: number | null,
): Promise<{ replayId: number; sha256: string }> {
  const blob = await world.files.putBytes(bytes);
  await inTransaction(world, (tx) => storeBlobs(tx, [blob]));
  const { sha256, sizeBytes } = blob;
  const { userId } = viewers.driver.ctx.viewer;
  const file = { sha256, sizeBytes };
  return {
    replayId: await makeReplay(world, { trackId, userId, timeMs: run.timeMs, position, file }),
    sha256,
  };
}
const replayOf = (spec: Partial<Parameters<typeof replaySpec>[0]> = {}) =>
  writeReplay(replaySpec({ uid: 'Line_0_xxxxxxxxxxxxxxxx', bestTimeMs: run.timeMs, ghosts: [run], ...spec }));
const { replayId, sha256 } = await storedReplay(replayOf(), 0);

/** The track and its record, which is an ordinary one apart from these changes. */
async function recordIs(ofTrack: object, ofReplay: object): Promise<void> {
  const usualTrack = { primary_type: 0, is_public: true, record_replay_id: replayId };
  const usualReplay = {
    replay_at: daysBefore(now, 40),
    secret_until: null,
    deleted_at: null,
    is_best: true,
    top_position: 0,
    is_outdated: false,
  };
  await db
    .updateTable('track')
    .set({ ...usualTrack, ...ofTrack })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', trackId)
    .execute();
  await db
    .updateTable('replay')
    .set({ ...usualReplay, ...ofReplay })
    .where('site', '=', 'tmnf')
    .where('replay_id', '=', replayId)
    .execute();
}
beforeEach(() => recordIs({}, {}));

/** The address of the record's line on the page of the track. */
async function onPage({ ctx }: Uploader): Promise<string | null> {
  const [shown, { recordFile }, { lineFrame }] = await Promise.all([
    trackShow(ctx, trackId),
    trackExtras(ctx, trackId, false),
    picturesOf(ctx, trackId),
  ]);
  return recordLine(ctx, shown, recordFile, lineFrame);
}

const everybody = Object.keys(viewers);
const those = ['driver', 'author', 'moderator'];
const puzzle = primaryTypes.indexOf('Puzzle');
const recent = { replay_at: daysBefore(now, 30 - 1 / 86_400) };

test.each<[string, object, object, readonly string[]]>([
  ['an ordinary record', {}, {}, everybody],
  ['a puzzle within 30 days', { primary_type: puzzle }, recent, those],
  ['a puzzle after 30 days', { primary_type: puzzle }, { replay_at: daysBefore(now, 30) }, everybody],
  ['a secret result', {}, { secret_until: new Date(now.getTime() + 1) }, those],
  ['a result whose secret has ended', {}, { secret_until: now }, everybody],
  [
    'a removed replay',
    { record_replay_id: null },
    { deleted_at: now, is_best: false, top_position: null },
    ['driver', 'moderator'],
  ],
  ['a replay of an older file', { record_replay_id: null }, { is_outdated: true }, []],
  ['a hidden track', { is_public: false }, {}, ['author', 'moderator']],
])('%s', async (_what, trackIs, replayIs, allowed) => {
  await recordIs(trackIs, replayIs);
  const isRecord = !('record_replay_id' in trackIs);
  const isPublic = !('is_public' in trackIs);
  for (const [name, viewer] of Object.entries(viewers)) {
    const { status } = await viewer.ask('GET', `/replayline/${replayId}`);
    expect(status === 200, `${name}: ${status}`).toBe(allowed.includes(name));
    const tile = await viewer.ask('GET', `/trackline/${trackId}`);
    expect(tile.status === 200, `${name} on tiles: ${tile.status}`).toBe(isRecord && allowed.includes(name));
    if (isPublic) expect([200, 204]).toContain(tile.status); // refusals would be errors in the console
    const address = await onPage(viewer).catch(() => null); // 404: the track is hidden
    expect(address !== null, `${name} on the page`).toBe(isRecord && allowed.includes(name));
  }
  const card = await replayFacts(viewers.driver.ctx, trackId, [replayId]);
  expect(Boolean(card?.line), 'on the card, which everybody sees').toBe(allowed.includes('visitor'));
});

test('a replay without movement has no line, which is found out once; the line goes with the last replay of its file', async () => {
  const still = await storedReplay(replayOf({ ghosts: [{ timeMs: run.timeMs, inputCount: 5 }] }), null);
  expect((await viewers.other.ask('GET', `/replayline/${still.replayId}`)).status).toBe(404);
  const stored = () => db.selectFrom('replay_line').where('site', '=', 'tmnf').select('sha256').execute();
  expect(await stored()).toEqual(expect.arrayContaining([{ sha256 }, { sha256: still.sha256 }]));
  await db.deleteFrom('replay').where('site', '=', 'tmnf').where('replay_id', '=', still.replayId).execute();
  expect(await stored()).toEqual([{ sha256 }]);
});

test('the card of a replay shows its line over the drawing', async () => {
  const address = await replayCard(viewers.visitor.ctx, trackId, replayId);
  const reply = await viewers.visitor.ask('GET', address ?? '');
  const { data, info } = await sharp(reply.body).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1200, 630]);
  let yellow = 0;
  for (let at = 0; at < data.length; at += info.channels)
    if ((data[at] ?? 0) > 235 && (data[at + 1] ?? 0) > 180 && (data[at + 2] ?? 0) < 110) yellow += 1;
  expect(yellow).toBeGreaterThan(500);
});

test('a line is made once, and its address changes with the drawing', async () => {
  const address = (await onPage(viewers.visitor)) ?? '';
  const { line } = world.gbx;
  world.gbx.line = () => Promise.reject(new Error('made again'));
  try {
    const reply = await viewers.visitor.ask('GET', address);
    expect(reply.headers['cache-control']).toBe('private, max-age=86400, immutable');
    expect(reply.body.length).toBeLessThan(4000);
    const drawn = reply.json<DrawnLine>();
    expect(drawn.TimeMs).toBe(run.timeMs);
    for (const [ms, x, y] of momentsOf(drawn)) {
      expect(ms).toBeLessThanOrEqual(run.timeMs);
      expect(x > 0 && x < 1600 && y > 0 && y < 800, `${x} ${y}`).toBe(true);
    }
  } finally {
    world.gbx.line = line;
  }
  const other = `/replayline/${replayId}?v=000000000000`;
  expect((await viewers.visitor.ask('GET', other)).headers['cache-control']).toBe('private, no-cache');
  await db
    .updateTable('track_version')
    .set({ drawing_view: null })
    .where('track_id', '=', trackId)
    .where('site', '=', 'tmnf')
    .execute();
  expect(await onPage(viewers.visitor)).toBeNull();
  expect((await viewers.visitor.ask('GET', address)).status).toBe(404);
});

describe('the run that numbers the checkpoints of the drawing, which everybody sees', () => {
  const drawing = () =>
    db
      .selectFrom('track_version')
      .where('site', '=', 'tmnf')
      .where('track_id', '=', trackId)
      .select(['drawing_run', 'drawing_again_at'])
      .executeTakeFirstOrThrow();
  async function drawnAgain() {
    await inTransaction(world, (tx) => countRanked(tx, trackId, 0, false));
    await world.jobs.add('draw-outdated-tracks', {});
    await world.jobs.runAll(world);
    return drawing();
  }
  const noRecord = { record_replay_id: null };

  test.each<[string, object, object, { run: string | null; again: Date | null }]>([
    ['an ordinary record', {}, {}, { run: sha256, again: null }],
    [
      'a puzzle within 30 days',
      { primary_type: puzzle },
      recent,
      { run: null, again: daysAfter(recent.replay_at, 30) },
    ],
    ['a puzzle after 30 days', { primary_type: puzzle }, {}, { run: sha256, again: null }],
    ['a secret result', {}, { secret_until: daysAfter(now, 1) }, { run: null, again: daysAfter(now, 1) }],
    [
      'no ranked replay',
      {},
      { is_best: false, top_position: null, deleted_at: now },
      { run: null, again: null },
    ],
  ])('%s', async (_what, trackIs, replayIs, { run: expected, again }) => {
    await recordIs({ ...trackIs, ...noRecord }, replayIs);
    await db
      .updateTable('track_version')
      .set({ drawing_run: expected === null ? sha256 : null, drawing_again_at: now })
      .where('site', '=', 'tmnf')
      .where('track_id', '=', trackId)
      .execute();
    expect(await drawnAgain()).toEqual({ drawing_run: expected, drawing_again_at: again });
  });

  test('a new record has it drawn again, and the same one does not', async () => {
    await recordIs(noRecord, {});
    expect(await drawnAgain()).toEqual({ drawing_run: sha256, drawing_again_at: null });
    const { drawing: draw } = world.gbx;
    world.gbx.drawing = () => Promise.reject(new Error('drawn again'));
    try {
      await inTransaction(world, (tx) => countRanked(tx, trackId, 0, false));
      expect(await drawing()).toMatchObject({ drawing_again_at: null });
      await recordIs(noRecord, {});
      await inTransaction(world, (tx) => countRanked(tx, trackId, 0, false));
      expect(await drawing()).toMatchObject({ drawing_again_at: now });
      expect(await drawnAgain()).toEqual({ drawing_run: sha256, drawing_again_at: null });
    } finally {
      world.gbx.drawing = draw;
    }
  });
});
