import { expect, test } from 'vitest';
import { seededRandom } from '#lib/gbx/tools/random.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { runSeed } from '#testing/run-seed.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { listTracks } from './list.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ann = await asMember(world);
const random = seededRandom(runSeed());
const below = (n: number) => Math.floor(random() * n);

/** Few dates for many tracks, so that nearly every page ends within equal sort keys. */
const someInstant = () => new Date(Date.UTC(2026, 0, 1 + below(4)));
const fields = ['TrackId', 'UploadedAt'] as const;

async function walk(
  order1: number,
  step: 'after' | 'before',
  start: number | undefined,
  meanwhile: () => Promise<void>,
) {
  const seen: number[] = [];
  let cursor = start;
  for (let pages = 0; pages < 1000; pages++) {
    const page = await listTracks(ann, { fields, order1, count: 1 + below(7), [step]: cursor });
    const ids = page.Results.map(({ TrackId }) => TrackId);
    if (step === 'after') seen.push(...ids);
    else seen.unshift(...ids);
    if (!page.More) return seen;
    cursor = step === 'after' ? ids.at(-1) : ids[0];
    await meanwhile();
  }
  throw new Error('The walk does not end.');
}

test('paging forwards and back shows every track once, whatever is added meanwhile', async () => {
  for (let n = 0; n < 60; n++) await makeTrack(ann, { uploadedAt: someInstant() });
  // each run has other cases; WALKS=400 makes many
  const rounds = Number(process.env.WALKS ?? 16);
  for (let round = 0; round < rounds; round++) {
    const order1 = 1 + below(2);
    const before = (await listTracks(ann, { fields, order1, count: 1000 })).Results.map(
      ({ TrackId }) => TrackId,
    );
    const adds = round % 4 === 0;
    const meanwhile = async () => {
      if (adds && below(3) === 0) await makeTrack(ann, { uploadedAt: someInstant() });
    };
    const forwards = await walk(order1, 'after', undefined, meanwhile);
    const known = new Set(before);
    expect(forwards.filter((id) => known.has(id))).toEqual(before);
    expect(new Set(forwards).size).toBe(forwards.length);
    const last = before.at(-1);
    const back = await walk(order1, 'before', last, meanwhile);
    expect(back.filter((id) => known.has(id))).toEqual(before.slice(0, -1));
    expect(new Set(back).size).toBe(back.length);
  }
});
