import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { DiskBlobStore } from '#platform/files/disk.ts';
import { Problem } from '#platform/http/problem.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember, trackFile } from '#testing/tracks.ts';
import { entry, Uploader } from '#testing/uploader.ts';
import { picturesOf } from './pictures-of.ts';

const { db } = await testDb();
const folder = await mkdtemp(join(tmpdir(), 'full-disk-'));
const temp = join(folder, 'temp');
const away = join(folder, 'temp-away');
const files = await DiskBlobStore.open(folder, new Date());
const warnings: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => warnings.push(JSON.parse(line).msg) });
const world: TestCtx = { ...(await testCtx({ db, site: 'tmnf' })), files, log };
const ann = await Uploader.of(await asMember(world));
afterAll(() => rm(folder, { recursive: true }));

/** Makes the store read-only for every user of the system. */
async function makeReadOnly(): Promise<void> {
  await rename(temp, away);
  await writeFile(temp, '');
}
async function makeWritable(): Promise<void> {
  await rm(temp);
  await rename(away, temp);
}

beforeEach(() => {
  world.clock.forward({ minutes: 11 });
  warnings.length = 0;
});

async function published(): Promise<number> {
  const { results } = await ann.publish(entry(0, { TrackFile: trackFile() }));
  const [track] = results;
  if (!track || !('TrackId' in track)) throw new Error(JSON.stringify(results));
  return track.TrackId;
}

const revision = async (id: number) =>
  (
    await db
      .selectFrom('track_version')
      .where('site', '=', 'tmnf')
      .where('track_id', '=', id)
      .select('drawing_revision')
      .executeTakeFirstOrThrow()
  ).drawing_revision;

test('pages and pictures of a track without a stored drawing work if nothing can be stored', async () => {
  const id = await published();
  await makeReadOnly();
  try {
    expect(await picturesOf(ann.ctx, id)).toMatchObject({ hasDrawing: true });
    const svg = await ann.ask('GET', `/trackdrawing/${id}`);
    expect([svg.status, svg.headers['content-type']]).toEqual([
      200,
      expect.stringMatching(/^image\/svg\+xml/),
    ]);
    expect(svg.body.toString()).toMatch(/^<svg .*<\/svg>$/s);
    const again = await ann.ask('GET', `/trackdrawing/${id}`, {
      headers: { 'if-none-match': String(svg.headers.etag) },
    });
    expect(again.status).toBe(304);
    const part = await ann.ask('GET', `/trackdrawing/${id}`, { headers: { range: 'bytes=1-3' } });
    expect([part.status, part.body.toString()]).toEqual([206, 'svg']);
    for (const [path, type] of [
      [`/trackimage/${id}`, 'image/png'],
      [`/trackshow/${id}/image/0`, 'image/jpeg'], // for clients of the games
    ] as const) {
      const picture = await ann.ask('GET', path, { headers: { accept: '*/*' } });
      expect([path, picture.status, picture.headers['content-type']]).toEqual([path, 200, type]);
    }
    expect(await revision(id)).toBe(0);
    expect(warnings).toEqual(['drawings of tracks cannot be stored']);
  } finally {
    await makeWritable();
  }
  world.clock.forward({ minutes: 2 });
  expect((await ann.ask('GET', `/trackdrawing/${id}`)).status).toBe(200);
  expect(await revision(id)).toBeGreaterThan(0);
});

test('a drawing that cannot be stored is drawn once a minute, not once per request', async () => {
  const id = await published();
  const { drawing } = world.gbx;
  let drawn = 0;
  world.gbx.drawing = (bytes) => {
    drawn++;
    return drawing(bytes);
  };
  await makeReadOnly();
  try {
    await Promise.all(Array.from({ length: 8 }, () => ann.ask('GET', `/trackdrawing/${id}`)));
    await ann.ask('GET', `/trackdrawing/${id}`);
    expect(drawn).toBe(1);
    world.clock.forward({ minutes: 1 });
    await ann.ask('GET', `/trackdrawing/${id}`);
    expect(drawn).toBe(2);
  } finally {
    world.gbx.drawing = drawing;
    await makeWritable();
  }
});

test('a page is shown without the drawing while the reader is overloaded, and drawn later', async () => {
  const id = await published();
  const { drawing } = world.gbx;
  world.gbx.drawing = () => Promise.reject(new Problem(503, 'Too many files are being read at the moment.'));
  try {
    expect(await picturesOf(ann.ctx, id)).toMatchObject({ hasDrawing: false });
    expect((await ann.ask('GET', `/trackimage/${id}`)).status).toBe(302);
    expect(warnings).toEqual(['a track was not drawn']);
  } finally {
    world.gbx.drawing = drawing;
  }
  expect(await picturesOf(ann.ctx, id)).toMatchObject({ hasDrawing: true });
});
