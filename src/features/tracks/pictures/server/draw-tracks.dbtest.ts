import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { DiskBlobStore } from '#platform/files/disk.ts';
import { Health } from '#platform/health/health.ts';
import { Problem } from '#platform/http/problem.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember, trackFile } from '#testing/tracks.ts';
import { entry, Uploader } from '#testing/uploader.ts';
import { picturesOf } from './pictures-of.ts';

const { db } = await testDb();
const folder = await mkdtemp(join(tmpdir(), 'draw-tracks-'));
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
  warnings.length = 0;
});

/** The job that every upload adds, and the one of each minute. */
const drawNew = () => world.jobs.runAll(world);
const drawOutdated = async (services = world) => {
  await world.jobs.add('draw-outdated-tracks', {});
  await world.jobs.runAll(services);
};
const see = (path: string) => ann.ask('GET', path, { headers: { accept: 'image/svg+xml' } });

async function published(): Promise<number> {
  const { results } = await ann.publish(entry(0, { TrackFile: trackFile() }));
  const [track] = results;
  if (!track || !('TrackId' in track)) throw new Error(JSON.stringify(results));
  return track.TrackId;
}

/** A track that is not drawn has its placeholder everywhere, and no address answers with a broken picture. */
async function expectPlaceholder(id: number, drawing: 'pending' | 'none'): Promise<void> {
  expect(await picturesOf(ann.ctx, id)).toMatchObject({ drawing, lineFrame: null });
  expect((await see(`/trackimage/${id}`)).status).toBe(302);
  expect((await see(`/trackdrawing/${id}/hero`)).status).toBe(302);
  expect((await see(`/trackdrawing/${id}`)).status).toBe(404);
}

test('a track is drawn after its upload, and again when its file is replaced', async () => {
  const id = await published();
  await expectPlaceholder(id, 'pending');
  await drawNew();
  const before = await picturesOf(ann.ctx, id);
  expect(before).toMatchObject({ drawing: 'drawn', drawingAbout: expect.stringMatching(/^Stadium/) });
  const svg = await see(`/trackdrawing/${id}`);
  expect(svg.body.toString()).toMatch(/^<svg .*<\/svg>$/s);
  const form = new FormData();
  form.append('TrackFile', new File([new Uint8Array(trackFile())], 'second.Challenge.Gbx'));
  expect((await ann.ask('POST', `/trackreplace/${id}`, { form, headers: ann.tokenHeader() })).status).toBe(
    200,
  );
  await expectPlaceholder(id, 'pending');
  await drawNew();
  expect(await picturesOf(ann.ctx, id)).toMatchObject({ drawing: 'drawn' });
  expect(warnings).toEqual([]);
});

test('while nothing can be stored there is a placeholder; a later run draws it', async () => {
  const id = await published();
  await makeReadOnly();
  try {
    await expect(drawNew()).rejects.toThrow();
    await expectPlaceholder(id, 'pending');
  } finally {
    await makeWritable();
  }
  await drawOutdated();
  expect(await picturesOf(ann.ctx, id)).toMatchObject({ drawing: 'drawn' });
});

/** A track that was uploaded while the reader was overloaded. */
async function publishedUndrawn(): Promise<number> {
  const id = await published();
  const { drawing } = world.gbx;
  world.gbx.drawing = () => Promise.reject(new Problem(503, 'Too many files are being read at the moment.'));
  try {
    await expect(drawNew()).rejects.toThrow('Too many files');
  } finally {
    world.gbx.drawing = drawing;
  }
  return id;
}

test('while the reader is overloaded there is a placeholder; a later run draws it', async () => {
  const id = await publishedUndrawn();
  await expectPlaceholder(id, 'pending');
  await drawOutdated();
  expect(await picturesOf(ann.ctx, id)).toMatchObject({ drawing: 'drawn' });
});

test('a process that is being stopped begins no more drawings', async () => {
  const id = await publishedUndrawn();
  const health = new Health(log);
  health.drain();
  await drawOutdated({ ...world, health });
  await expectPlaceholder(id, 'pending');
  await drawOutdated();
  expect(await picturesOf(ann.ctx, id)).toMatchObject({ drawing: 'drawn' });
});

test('a drawing that fails is logged once and leaves the placeholder; other tracks are drawn', async () => {
  const others = [await published(), await published()];
  const { drawing } = world.gbx;
  let left = 1; // the newest is drawn first
  world.gbx.drawing = (...files) => (left-- > 0 ? Promise.reject(new Error('a bug')) : drawing(...files));
  world.clock.forward({ minutes: 1 });
  const newest = await published();
  world.jobs.waiting.length = 0;
  try {
    await drawOutdated();
    await expectPlaceholder(newest, 'none');
    expect(warnings).toEqual(['a track was not drawn']);
    await drawOutdated();
    expect(warnings).toHaveLength(1);
  } finally {
    world.gbx.drawing = drawing;
  }
  for (const id of others) expect(await picturesOf(ann.ctx, id)).toMatchObject({ drawing: 'drawn' });
});

test('a track that could not be drawn is tried again after ten minutes, so that many of them keep no other waiting', async () => {
  const other = await published();
  world.clock.forward({ minutes: 1 });
  const newest = await published();
  world.jobs.waiting.length = 0;
  const { pictures } = world;
  let calls = 0;
  const failingOnce: TestCtx = {
    ...world,
    pictures: {
      ...pictures,
      take: async (sender, work) => {
        if (++calls === 1) throw new Error('no process');
        return pictures.take(sender, work);
      },
    },
  };
  await drawOutdated(failingOnce);
  await expectPlaceholder(newest, 'pending');
  expect(warnings).toEqual(['a track could not be drawn']);
  expect(await picturesOf(ann.ctx, other)).toMatchObject({ drawing: 'drawn' });
  world.clock.forward({ minutes: 10 });
  await drawOutdated(failingOnce);
  expect(calls, 'one that failed, and that of the other track').toBe(2);
  world.clock.forward({ seconds: 1 });
  await drawOutdated(failingOnce);
  expect(await picturesOf(ann.ctx, newest)).toMatchObject({ drawing: 'drawn' });
});
