import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { routes } from '#routes/routes.ts';
import type { TestCtx } from '#testing/ctx.ts';
import { ask } from '#testing/http.ts';
import { copyFrom, expectCopy, mirrorTarget, refusals } from '#testing/mirror-copy.ts';
import { type MirrorSource, mirrorSource } from '#testing/mirror-source.ts';
import { trackFile } from '#testing/tracks.ts';

let source: MirrorSource;
beforeAll(async () => {
  source = await mirrorSource();
});
afterAll(() => source.stop());
beforeEach(() => {
  source.interfere(null);
  refusals.length = 0;
});

const spoilt = (response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'application/gbx' }).end('GBX spoilt');
const broken = (response: ServerResponse) => void response.writeHead(503).end('busy');

/** Answers the first requests for each of these addresses wrongly. */
function failFirst(times: number, isMeant: (path: string) => boolean, answer: typeof spoilt): () => number {
  const asked = new Map<string, number>();
  source.interfere((path, response) => {
    if (!isMeant(path)) return false;
    const before = asked.get(path) ?? 0;
    asked.set(path, before + 1);
    if (before >= times) return false;
    answer(response);
    return true;
  });
  return () => asked.size;
}

const tracksOf = (ctx: TestCtx) =>
  forSite(ctx, 'track').where('deleted_at', 'is', null).select('track_id').execute();
const entryOf = (ctx: TestCtx, kind: 'track' | 'replay', sourceId: number) =>
  forSite(ctx, 'mirrored')
    .where('kind', '=', kind)
    .where('source_id', '=', sourceId)
    .select(['state', 'local_id'])
    .executeTakeFirstOrThrow();

test('files that arrive spoilt are requested again in the same run, and none is reported', async () => {
  const ctx = await mirrorTarget();
  const files = failFirst(1, (path) => /^\/(?:trackgbx|recordgbx)\//.test(path), spoilt);
  const { counts } = await copyFrom(source, ctx);
  expect(files()).toBe(7);
  expect(counts).toMatchObject({ track: { copied: 4, refused: 0 }, replay: { copied: 3, refused: 0 } });
  expect(refusals).toEqual([]);
  await expectCopy(source, ctx);
  // nothing is left for the next run
  source.sentFiles.length = 0;
  ctx.clock.forward({ days: 1 });
  expect((await copyFrom(source, ctx)).requests).toBeLessThan(5);
  expect(source.sentFiles).toEqual([]);
});

test('pictures of tracks, packs and users that fail for a moment are requested again in the same run', async () => {
  const ctx = await mirrorTarget();
  const isPicture = (path: string) =>
    /\/(?:image|thumb|avatar)\//.test(path) || /^\/users\/avatar/.test(path);
  const pictures = failFirst(4, isPicture, broken); // all tries of a request
  await copyFrom(source, ctx);
  expect(pictures()).toBe(3);
  expect(refusals).toEqual([]);
  await expectCopy(source, ctx);
});

test('what a run that was stopped has left is requested again by the one that continues it', async () => {
  const ctx = await mirrorTarget();
  const [one = 0] = source.tracks;
  const stop = new AbortController();
  source.interfere((path, response) => {
    if (path === routes.trackGbx(one)) {
      spoilt(response);
      return true;
    }
    if (path.startsWith(routes.apiPacks())) stop.abort(new Error('stopped'));
    return false;
  });
  await expect(copyFrom(source, ctx, { signal: stop.signal })).rejects.toThrow();
  source.interfere(null);
  await copyFrom(source, ctx);
  await expectCopy(source, ctx);
});

test('a new version that fails to the end leaves the copy as it is, and follows in the next run', async () => {
  const ctx = await mirrorTarget();
  await copyFrom(source, ctx);
  const [, , three = 0] = source.tracks;
  const before = await entryOf(ctx, 'track', three);
  source.world.clock.forward({ hours: 1 });
  await source.ann.replaces(three, trackFile());
  ctx.clock.forward({ days: 1 });
  failFirst(Number.POSITIVE_INFINITY, (path) => path === routes.trackGbx(three), spoilt);
  expect((await copyFrom(source, ctx)).counts.track).toMatchObject({ refused: 1 });
  expect(refusals).toHaveLength(1);
  expect(await entryOf(ctx, 'track', three)).toEqual(before);
  source.interfere(null);
  ctx.clock.forward({ days: 1 });
  await copyFrom(source, ctx);
  expect(await entryOf(ctx, 'track', three)).toEqual(before);
  expect(await tracksOf(ctx)).toHaveLength(source.tracks.length);
  await expectCopy(source, ctx);
});

test('a track waits for an older version that fails for a moment, so that versions keep their numbers', async () => {
  const ctx = await mirrorTarget();
  const [, , three = 0] = source.tracks; // it has two versions by now
  const older = failFirst(1, (path) => path === routes.trackVersion(three, 1), spoilt);
  await copyFrom(source, ctx);
  expect(older()).toBe(1);
  const { local_id } = await entryOf(ctx, 'track', three);
  const versions = await forSite(ctx, 'track_version')
    .where('track_id', '=', local_id ?? 0)
    .orderBy('version')
    .select('version')
    .execute();
  expect(versions.map(({ version }) => version)).toEqual([1, 2]);
  await expectCopy(source, ctx);
});

test('a row that is invalid for a while is still the one that was copied', async () => {
  const ctx = await mirrorTarget();
  await copyFrom(source, ctx);
  const [one = 0] = source.tracks;
  const path = `${routes.apiReplays()}?trackid=${one}&fields=ReplayId`;
  const { text } = await ask(source.port, path, { host: ctx.site.host });
  const { Results } = JSON.parse(text) as { Results: { ReplayId: number }[] };
  const entries = () => Promise.all(Results.map(({ ReplayId }) => entryOf(ctx, 'replay', ReplayId)));
  const before = await entries();
  expect(before.map(({ state }) => state)).toEqual(['copied', 'copied']);
  await source.say(source.ben, one, 'comment', 'Once more');
  ctx.clock.forward({ days: 1 });
  source.interfere((path, response) => {
    if (!path.startsWith(`${routes.apiReplays()}?trackid=${one}&`)) return false;
    const body = JSON.stringify({ More: false, Results });
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    return true;
  });
  expect((await copyFrom(source, ctx)).counts.replay).toMatchObject({ refused: 2, deleted: 0 });
  expect(await entries()).toEqual(before);
  source.interfere(null);
  ctx.clock.forward({ days: 1 });
  await copyFrom(source, ctx);
  expect(await entries()).toEqual(before);
  await expectCopy(source, ctx);
});
