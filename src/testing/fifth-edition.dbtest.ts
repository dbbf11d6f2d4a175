import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#routes/routes.ts';
import { register, type Script } from './browser/tools/people.ts';
import { type CopyServer, copyWithFifthEdition, fifth, removeCopy, startCopy } from './fifth-edition.ts';
import { ask } from './http.ts';
import { trackFile } from './tracks.ts';

let copy: string;
let server: CopyServer;
let script: Script;

beforeAll(async () => {
  copy = await copyWithFifthEdition();
  server = await startCopy(copy);
}, 180_000);

afterAll(async () => {
  await server?.stop();
  await removeCopy(copy);
  expect(existsSync(copy)).toBe(false);
}, 30_000);

const get = (path: string, host = fifth.host) =>
  ask(server.port, path, { host, headers: { accept: 'text/html' } });

test('one more folder under sites/ is an edition: built, migrated, filled, served', async () => {
  expect(server.lines).toContainEqual(expect.stringContaining(`http://${fifth.host}:${server.port}`));
  const home = await get('/');
  expect(home.status).toBe(200);
  expect(home.text).toContain(fifth.name);
  expect(home.text).toContain(fifth.texts.tagline);
  const list = await get('/api/tracks?fields=TrackId,Environment&count=100');
  const environments = JSON.parse(list.text).Results.map((row: { Environment: number }) => row.Environment);
  expect(new Set(environments).size, 'environments of the demo tracks').toBeGreaterThan(4);
});

test('it has its own host and aliases, and other editions link to it', async () => {
  expect((await get('/', 'fifth.example')).text).toContain(fifth.name);
  expect((await get('/', `elsewhere.localhost:${server.port}`)).text).toContain(
    `http://${fifth.host}:${server.port}/`,
  );
});

test('a track can be uploaded, found and downloaded', async () => {
  ({ script } = await register(`http://${fifth.host}:${server.port}`));
  const bytes = trackFile({ environment: 'Bay', name: 'Fifth gear', car: 'Bay' });
  const file = { name: 'Fifth.Challenge.Gbx', mimeType: 'application/octet-stream', buffer: bytes };
  const trackId = await script.upload(file, { TrackName: 'Fifth gear', Tags: '40' });
  const { text } = await get(`/api/tracks?id=${trackId}&fields=TrackId,TrackName,Environment,Tags[]`);
  expect(JSON.parse(text).Results).toEqual([
    { TrackId: trackId, TrackName: 'Fifth gear', Environment: 6, Tags: [40] },
  ]);
  expect((await get('/')).text).toContain(routes.trackShow(trackId));
  expect((await get(routes.trackShow(trackId))).text).toContain('Only here');
  expect((await get(routes.trackGbx(trackId))).bytes.equals(bytes)).toBe(true);
});
