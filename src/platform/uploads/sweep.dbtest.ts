import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember, trackFile, upsideDownJpeg } from '#testing/tracks.ts';
import { entry, Uploader } from '#testing/uploader.ts';
import { sweep } from './sweep.ts';

const { db } = await testDb({ max: 10 });

async function scene() {
  const world = await testCtx({ db, site: 'tmnf' });
  const ann = await Uploader.of(await asMember(world));
  const stored = async () => {
    const hashes: string[] = [];
    for await (const { sha256 } of world.files.list()) hashes.push(sha256);
    return hashes.sort();
  };
  const rows = async () => {
    const found = await db.selectFrom('blob').select('sha256').orderBy('sha256').execute();
    return found.map(({ sha256 }) => sha256);
  };
  return { world, ann, stored, rows };
}

test('unpublished uploads are removed after a day; published and recent ones stay', async () => {
  const { world, ann, stored, rows } = await scene();
  const picture = await upsideDownJpeg();
  const kept = await ann.key(trackFile({ thumbnail: picture }));
  await ann.publish(entry(0, { UploadKey: kept }));
  const dropped = await ann.key(trackFile({ thumbnail: picture }));
  const orphan = await world.files.putTemp(Readable.from([Buffer.from('left by a crash')]), {
    bytes: 99,
    what: 'x',
  });
  await world.files.makePermanent(orphan);
  expect(await sweep(world)).toEqual({ uploads: 0, blobs: 0 });

  world.clock.forward({ hours: 23 });
  const young = await ann.key(trackFile());
  world.clock.forward({ hours: 2 });
  // the thumbnail is shared with the published track, so only the file and the orphan are removed
  expect(await sweep(world)).toEqual({ uploads: 1, blobs: 2 });
  expect(await stored()).toEqual(await rows());
  expect(await stored()).toHaveLength(3);
  expect((await ann.publish(entry(0, { UploadKey: dropped }))).results).toMatchObject([
    { Problem: { status: 404 } },
  ]);
  expect((await ann.publish(entry(0, { UploadKey: young }))).status).toBe(200);
  expect((await ann.publish(entry(0, { UploadKey: kept }))).results).toMatchObject([
    { TrackId: expect.any(Number) },
  ]);
});

test('a file uploaded again during the sweep is never lost', async () => {
  const { world, ann, stored } = await scene();
  const files = Array.from({ length: 12 }, () => trackFile());
  for (let round = 0; round < 4; round++) {
    for (const file of files) await ann.key(file);
    world.clock.forward({ hours: 25 });
    const [keys] = await Promise.all([
      Promise.all(files.map((file) => ann.key(file))),
      sweep(world),
      sweep(world),
      sweep(world),
    ]);
    const named = await db
      .selectFrom('upload')
      .where('site', '=', 'tmnf')
      .where('user_id', '=', ann.ctx.viewer.userId)
      .select('sha256')
      .execute();
    expect(named).toHaveLength(12);
    const there = new Set(await stored());
    for (const { sha256 } of named)
      if (!there.has(sha256)) throw new Error(`round ${round}: ${sha256} is gone`);
    expect(keys).toHaveLength(12);
  }
});
