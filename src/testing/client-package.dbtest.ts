import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { ApiError, paddock } from '#client/index.js';
import { siteByCode } from '#sites/all.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask } from '#testing/http.ts';
import { smallServer } from '#testing/small-server.ts';
import { asMember, makeTrack, trackFile } from '#testing/tracks.ts';
import { tokenOf } from './rights/token-world.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ann = await asMember(world);
const tracks: number[] = [];
for (const name of ['$f00First', 'Zweite – ž', 'Third']) tracks.push(await makeTrack(ann, { name }));

/** The client of a running server, which is found by its port and the Host header. */
async function client(token?: string) {
  const site = siteByCode(world.sites, 'tmnf');
  const port = await smallServer({ site, services: world, routes: app.routes, trustProxy: false });
  const sent: { path: string; headers: Record<string, string> }[] = [];
  const { host } = new URL(`http://${site.host}`);
  return {
    sent,
    site: paddock(`http://${host}`, {
      token: token ?? 'a token',
      async fetch(url, init) {
        const path = url.pathname + url.search;
        sent.push({ path, headers: Object.fromEntries(new Headers(init.headers)) });
        // as fetch would send it: a form with its boundary
        const request = new Request(url, init);
        const all = Object.fromEntries(request.headers);
        const headers = token === undefined ? { accept: all.accept ?? '' } : all;
        const { status, bytes, ...answer } = await ask(port, path, {
          host,
          method: request.method,
          headers,
          ...(request.method !== 'GET' && { body: new Uint8Array(await request.arrayBuffer()) }),
        });
        return new Response(new Uint8Array(bytes), {
          status,
          headers: { 'retry-after': answer.headers['retry-after'] ?? '' },
        });
      },
    }),
  };
}

test('a page has the fields that are named, and goes on behind its last row', async () => {
  const { site, sent } = await client();
  const query = { fields: ['TrackId', 'Uploader.Name'], order1: 1, count: 2 } as const;
  const first = await site.list('/api/tracks', query);
  // the compiler knows each field
  const ids: number[] = first.Results.map(({ TrackId }) => TrackId);
  const names: (string | undefined)[] = first.Results.map(({ Uploader }) => Uploader?.Name);
  expect([ids, new Set(names).size, first.More]).toEqual([tracks.slice(0, 2), 1, true]);
  const next = await site.list('/api/tracks', { ...query, after: ids.at(-1) ?? 0 });
  expect(next).toMatchObject({ Results: [{ TrackId: tracks[2] }], More: false });
  expect(sent[0]).toEqual({
    path: '/api/tracks?fields=TrackId%2CUploader.Name&order1=1&count=2',
    headers: { accept: 'application/json', authorization: 'Bearer a token' },
  });
});

test('rows of a list of any length come one after another', async () => {
  const { site } = await client();
  const names: string[] = [];
  for await (const { TrackName } of site.rows('/api/tracks', {
    fields: ['TrackName'],
    id: tracks,
    order1: 1,
  }))
    names.push(TrackName);
  expect(names).toEqual(['$f00First', 'Zweite – ž', 'Third']);
});

test('yes-or-no parameters and totals', async () => {
  const { site, sent } = await client();
  const { Total } = await site.list('/api/tracks', { fields: ['TrackId'], total: true, count: 0 });
  expect([Total, sent[0]?.path]).toEqual([3, '/api/tracks?fields=TrackId&total=1&count=0']);
});

test('a refusal names its parameter', async () => {
  const { site } = await client();
  const refused = site.list('/api/tracks', { fields: ['TrackId'], uploadedafter: 'soon' });
  await expect(refused).rejects.toBeInstanceOf(ApiError);
  await expect(refused).rejects.toMatchObject({ status: 400, field: 'uploadedafter' });
});

/** A list whose connection ends in this way. */
function brokenList(end: (controller: ReadableStreamDefaultController<Uint8Array>) => void) {
  const rows = ['{"TrackId":1}\n{"Track', 'Id":2}\n{"TrackId":'];
  let wasLeft = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = rows.shift();
      if (next === undefined) end(controller);
      else controller.enqueue(new TextEncoder().encode(next));
    },
    cancel() {
      wasLeft = true;
    },
  });
  const site = paddock('http://tmnf.example.org', { fetch: async () => new Response(body) });
  return { rows: site.rows('/api/tracks', { fields: ['TrackId'] }), wasLeft: () => wasLeft };
}

test.each([
  ['breaks', (controller: ReadableStreamDefaultController) => controller.error(new TypeError('terminated'))],
  ['ends within a row', (controller: ReadableStreamDefaultController) => controller.close()],
])('a list whose connection %s gives the rows that arrived, and then fails', async (_, end) => {
  const ids: number[] = [];
  const read = async () => {
    for await (const { TrackId } of brokenList(end).rows) ids.push(TrackId);
  };
  await expect(read()).rejects.toBeInstanceOf(TypeError);
  expect(ids).toEqual([1, 2]);
});

test('who needs no more rows closes the connection', async () => {
  const { rows, wasLeft } = brokenList(() => {});
  for await (const { TrackId } of rows) if (TrackId === 1) break;
  await expect.poll(wasLeft).toBe(true);
});

test('a program writes with a token: documents, files, and refusals', async () => {
  const { site, sent } = await client(await tokenOf(ann, ['comments', 'tracks', 'playlater']));
  const [first = 0] = tracks;
  const comment = { trackId: first, body: { Comment: 'Great flow' } };
  const { CommentId } = await site.call('POST /api/tracks/{trackId}/comments', comment);
  expect(sent[0]).toMatchObject({
    path: `/api/tracks/${first}/comments`,
    headers: { 'content-type': 'application/json' },
  });
  const { Results } = await site.list('/api/tracks/comments', {
    fields: ['CommentId', 'Comment'],
    id: CommentId ?? 0,
  });
  expect(Results).toEqual([{ CommentId, Comment: 'Great flow' }]);

  // without a body, and a list of the token's owner
  await site.call('PUT /api/playlater/{trackId}', { trackId: first });
  const queue = await site.call('GET /api/playlater', { count: 1 });
  expect(queue.Results.map(({ TrackId }) => TrackId)).toEqual([first]);
  expect((await site.call('DELETE /api/playlater')).Removed).toBe(1);

  const TrackFile = new File([new Uint8Array(trackFile())], 'My track.Challenge.Gbx');
  const analysed = await site.call('POST /api/tracks/analyse', { form: { TrackFile } });
  expect(analysed).toMatchObject({ FileName: 'My track.Challenge.Gbx', Issues: [] });
  const settings = { TrackName: 'By a program', Difficulty: 'Beginner', Routes: 'Single', Tags: ['Race'] };
  const TrackEntries = [{ UploadKey: analysed.UploadKey ?? '', ...settings }];
  const [published] = (await site.call('POST /api/tracks', { body: { TrackEntries } })).Results;
  expect(published).toMatchObject({ TrackName: 'By a program', IsPublic: true });

  // @ts-expect-error: a comment needs its text
  const empty = site.call('POST /api/tracks/{trackId}/comments', { trackId: first, body: {} });
  await expect(empty).rejects.toMatchObject({ name: 'ApiError', status: 400, field: 'Comment' });
  const foreign = site.call('DELETE /api/replays/{replayId}', { replayId: 1 });
  await expect(foreign).rejects.toMatchObject({ status: 403 });
});
