import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { PictureRef } from '#features/tracks/pictures/pictures.ts';
import { inTransaction } from '#platform/ctx.ts';
import { sweep } from '#platform/uploads/sweep.ts';
import { seenFrom, type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { pngOf } from '#testing/pictures.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { setPictures } from './attach.ts';
import { picturesOf } from './pictures-of.ts';
import { stagePicture } from './stage.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ann = await asMember(world);
const bob = await asMember(world);
let seed = 0;

async function stage(ctx: TestCtx, fileName = `${++seed}.png`): Promise<string> {
  const blob = await ctx.files.putBytes(await pngOf(420, 300, ++seed));
  return (await stagePicture(ctx, { fileName, blob })).Reference;
}

const give = (ctx: TestCtx, trackId: number, pictures: readonly PictureRef[]) =>
  inTransaction(ctx, (tx) => setPictures(tx, trackId, pictures));
const refs = (...references: string[]): PictureRef[] => references.map((reference) => ({ reference }));
const namesOf = async (trackId: number) =>
  (await picturesOf(ann, trackId)).pictures.map(({ fileName }) => fileName).join(' ');
const isKept = async (reference: string) =>
  Boolean(
    await db
      .selectFrom('picture')
      .where('site', '=', 'tmnf')
      .where('reference', '=', reference)
      .select('reference')
      .executeTakeFirst(),
  );

/** Only the rows of a picture, for tests that do not need its bytes. */
async function stagedRow(ctx: TestCtx): Promise<string> {
  const reference = randomBytes(18).toString('base64url');
  const sha256 = randomBytes(32).toString('hex');
  const site = ctx.site.code;
  const now = ctx.clock.now();
  await db.insertInto('blob').values({ sha256, size_bytes: 1, created_at: now }).execute();
  await db
    .insertInto('picture')
    .values({
      site,
      reference,
      user_id: ctx.viewer.userId,
      track_id: null,
      file_name: 'row.png',
      file_size: 1,
      width: 400,
      height: 300,
      staged_at: now,
    })
    .execute();
  await db
    .insertInto('picture_file')
    .values({ site, reference, format: 'jpeg', width: 400, height: 300, sha256 })
    .execute();
  return reference;
}

test('pictures are stored in the given order, and the first is the cover', async () => {
  const id = await makeTrack(ann);
  const [a, b, c] = [await stage(ann, 'a'), await stage(ann, 'b'), await stage(ann, 'c')];
  await give(ann, id, refs(b, a));
  expect(await namesOf(id)).toBe('b a');
  await give(ann, id, [{ existing: 2 }, { reference: c }, { existing: 1 }]);
  expect(await namesOf(id)).toBe('a c b');
  const { pictures } = await picturesOf(ann, id);
  expect(pictures[0]).toMatchObject({ index: 1, width: 420, height: 300, widths: [320, 420] });
});

test('omitted pictures are removed with their files', async () => {
  const id = await makeTrack(ann);
  const [a, b] = [await stage(ann, 'a'), await stage(ann, 'b')];
  await give(ann, id, refs(a, b));
  await give(ann, id, [{ existing: 2 }]);
  expect(await namesOf(id)).toBe('b');
  expect([await isKept(a), await isKept(b)]).toEqual([false, true]);
  await give(ann, id, []);
  expect(await namesOf(id)).toBe('');
});

test('saving the same twice changes nothing', async () => {
  const id = await makeTrack(ann);
  const a = await stage(ann, 'a');
  await give(ann, id, refs(a));
  await give(ann, id, refs(a));
  await give(ann, id, [{ existing: 1 }]);
  expect(await namesOf(id)).toBe('a');
});

test('pictures of other users cannot be used', async () => {
  const id = await makeTrack(bob);
  const a = await stage(ann, 'a');
  await expect(give(bob, id, refs(a))).rejects.toThrow('is no longer available');
  await expect(give(bob, id, refs('unknown'))).rejects.toThrow('is no longer available');
  await expect(give(bob, id, [{ existing: 1 }])).rejects.toThrow('Picture 1 no longer exists');
  expect(await isKept(a)).toBe(true);
});

test('a co-author may reorder the pictures of others', async () => {
  const id = await makeTrack(ann);
  const [a, b] = [await stage(ann, 'a'), await stage(ann, 'b')];
  await give(ann, id, refs(a, b));
  const c = await stage(bob, 'c');
  await give(bob, id, [{ reference: c }, { existing: 2 }, { reference: a }]);
  expect(await namesOf(id)).toBe('c b a');
});

test('a picture belongs to one track', async () => {
  const [one, other] = [await makeTrack(ann), await makeTrack(ann)];
  const a = await stage(ann, 'a.png');
  await give(ann, one, refs(a));
  await expect(give(ann, other, refs(a))).rejects.toThrow('a.png already belongs to another track');
});

test('a picture can be listed once', async () => {
  const id = await makeTrack(ann);
  const a = await stage(ann);
  await expect(give(ann, id, refs(a, a))).rejects.toThrow('listed twice');
  await give(ann, id, refs(a));
  await expect(give(ann, id, [{ existing: 1 }, { reference: a }])).rejects.toThrow('listed twice');
});

test('ten pictures, twenty for supporters, and existing pictures are never lost', async () => {
  const many = async (ctx: TestCtx, count: number) => {
    const references: string[] = [];
    for (let n = 0; n < count; n++) references.push(await stagedRow(ctx));
    return refs(...references);
  };
  const id = await makeTrack(ann);
  const supporter = seenFrom(ann, { viewer: { ...ann.viewer, isSupporter: true } });
  await expect(give(ann, id, await many(ann, 11))).rejects.toThrow('A track may have at most 10 pictures.');
  await give(supporter, id, await many(ann, 20));
  await expect(give(supporter, id, await many(ann, 21))).rejects.toThrow('at most 20 pictures');
  const all = Array.from({ length: 20 }, (_, n) => ({ existing: n + 1 }));
  await give(ann, id, all.toReversed());
  await give(ann, id, all.slice(0, 12));
  await expect(give(ann, id, [...all.slice(0, 12), ...(await many(ann, 1))])).rejects.toThrow('at most 12');
});

test('of two tracks that claim one picture concurrently, one gets it', async () => {
  const [one, other] = [await makeTrack(ann), await makeTrack(ann)];
  const a = await stage(ann);
  const outcomes = await Promise.allSettled([give(ann, one, refs(a)), give(ann, other, refs(a))]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('of two concurrent edits of a track the last one wins', async () => {
  const id = await makeTrack(ann);
  const [a, b] = [await stage(ann, 'a'), await stage(ann, 'b')];
  await Promise.all([give(ann, id, refs(a)), give(ann, id, refs(b))]);
  expect(['a', 'b']).toContain(await namesOf(id));
});

test('staged pictures are removed after a day with their files, those of tracks stay', async () => {
  const own = { ...ann, clock: world.clock };
  const id = await makeTrack(own);
  const [used, unused] = [await stage(own, 'used'), await stage(own, 'unused')];
  await give(own, id, refs(used));
  const filesOf = (reference: string) =>
    db
      .selectFrom('picture_file')
      .where('site', '=', 'tmnf')
      .where('reference', '=', reference)
      .selectAll()
      .execute();
  const [usedFiles, unusedFiles] = [await filesOf(used), await filesOf(unused)];
  world.clock.forward({ hours: 23 });
  await sweep(world);
  expect(await isKept(unused)).toBe(true);
  world.clock.forward({ hours: 2 });
  await sweep(world);
  expect([await isKept(used), await isKept(unused)]).toEqual([true, false]);
  for (const { sha256 } of usedFiles) expect(await world.files.open(sha256)).not.toBeNull();
  for (const { sha256 } of unusedFiles) expect(await world.files.open(sha256)).toBeNull();
  await give(own, id, []);
  await sweep(world);
  for (const { sha256 } of usedFiles) expect(await world.files.open(sha256)).toBeNull();
});

test('the sweep skips pictures that are just being attached to a track', async () => {
  const id = await makeTrack(ann);
  const a = await stage(ann, 'just in time');
  world.clock.forward({ hours: 30 });
  await inTransaction(ann, async (tx) => {
    await setPictures(tx, id, refs(a));
    await sweep(world);
  });
  expect(await namesOf(id)).toBe('just in time');
});
