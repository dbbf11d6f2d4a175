import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { ApiError, paddock } from '#client/index.js';
import { siteByCode } from '#sites/all.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask } from '#testing/http.ts';
import { smallServer } from '#testing/small-server.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ann = await asMember(world);
const tracks: number[] = [];
for (const name of ['$f00First', 'Zweite – ž', 'Third']) tracks.push(await makeTrack(ann, { name }));

/** The client of a running server, which is found by its port and the Host header. */
async function client() {
  const site = siteByCode(world.sites, 'tmnf');
  const port = await smallServer({ site, services: world, routes: app.routes, trustProxy: false });
  const sent: { path: string; headers: Record<string, string> }[] = [];
  const { host } = new URL(`http://${site.host}`);
  return {
    sent,
    site: paddock(`http://${host}`, {
      token: 'a token',
      async fetch({ pathname, search }, init) {
        const headers = Object.fromEntries(new Headers(init.headers));
        sent.push({ path: pathname + search, headers });
        const {
          status,
          bytes,
          headers: got,
        } = await ask(port, pathname + search, {
          host,
          headers: { accept: headers.accept ?? '' },
        });
        return new Response(new Uint8Array(bytes), {
          status,
          headers: { 'retry-after': got['retry-after'] ?? '' },
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
