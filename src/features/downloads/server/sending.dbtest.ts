import { readdir, readlink } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { app } from '#app.ts';
import { makeTrack } from '#demo/make.ts';
import type { HttpRequest, Reply } from '#platform/http/types.ts';
import { testDb } from '#testing/db.ts';
import { makePack, makePackTrack } from '#testing/make-lists.ts';
import { smallServer } from '#testing/small-server.ts';
import { asMember } from '#testing/tracks.ts';
import { bytesOf, zipWorld } from '#testing/zips.ts';

const { db } = await testDb();
const { world, files, folder, end, requested, stored } = await zipWorld(db);
afterAll(end);
const [ann, bea] = [await asMember(world), await asMember(world)];
const drop = ({ body }: Reply) => void (body as Readable).destroy(); // as the server does, if there is no reader

const pack = await makePack(world, { ownerId: ann.viewer.userId, name: 'Pack' });
const packZip = `/trackpackdl/${pack}.zip`;
async function track(name: string, file: string | Buffer, position: number | null = null): Promise<number> {
  const trackId = await makeTrack(world, ann.viewer, { track: { name }, version: await stored(file) });
  if (position) await makePackTrack(world, { packId: pack, trackId, position, addedBy: ann.viewer.userId });
  return trackId;
}
const tracks = [
  await track('First', 'the first file', 1),
  await track('Second', 'the second file', 2),
  await track('Large', Buffer.alloc(3_000_000, 'large '), 3),
];

test('a file that vanishes after the length was announced breaks the download', async () => {
  const brief = await track('Brief', 'soon gone');
  const reply = await requested(world, `/tracksearch.zip?id=${brief}`);
  await files.remove((await stored('soon gone')).sha256);
  await expect(bytesOf(reply)).rejects.toThrow(/has changed/);
});

test('each track sent from its beginning counts as one download of the day', async () => {
  const counts = async () => {
    const rows = await db
      .selectFrom('track')
      .where('site', '=', 'tmnf')
      .where('track_id', 'in', tracks)
      .select('downloads')
      .orderBy('track_id')
      .execute();
    return rows.map(({ downloads }) => downloads);
  };
  const before = await counts();
  const more = async () => (await counts()).map((count, index) => count - (before[index] ?? 0));
  const take = (own: Partial<HttpRequest> = {}) => requested(bea, packZip, own);
  const head = await take({ method: 'HEAD' });
  drop(head);
  await setTimeout(60); // counted asynchronously, if at all
  expect(await more()).toEqual([0, 0, 0]);
  await bytesOf(await take({ headers: { range: 'bytes=0-40' } }));
  await expect.poll(more).toEqual([1, 0, 0]);
  await bytesOf(await take());
  await bytesOf(await take());
  await expect.poll(more).toEqual([1, 1, 1]);
  await setTimeout(60);
  expect(await more()).toEqual([1, 1, 1]);
  const { downloads } = await db
    .selectFrom('pack')
    .where('site', '=', 'tmnf')
    .where('pack_id', '=', pack)
    .select('downloads')
    .executeTakeFirstOrThrow();
  expect(downloads).toBe(1);
});

test('four zips are sent to one person at a time', async () => {
  const own = { address: '203.0.113.4' };
  const begun = await Promise.all([1, 2, 3, 4].map(() => requested(world, packZip, own)));
  await expect(requested(world, packZip, own)).rejects.toMatchObject({
    status: 429,
    extra: { retryAfterSeconds: 30 },
  });
  const other = await requested(world, packZip);
  for (const reply of [...begun, other]) drop(reply);
  await setTimeout(0);
  await bytesOf(await requested(world, packZip, own));
  // refusals leave no place occupied
  for (let times = 0; times < 5; times++)
    await expect(requested(world, '/trackpackdl/0.zip', own)).rejects.toMatchObject({ status: 404 });
});

test.skipIf(process.platform !== 'linux')(
  'work ends and files are closed when the client leaves',
  async () => {
    const port = await smallServer({
      site: world.site,
      services: world,
      routes: app.routes,
      trustProxy: false,
    });
    const openFiles = async () => {
      const links = (await readdir('/proc/self/fd')).map((fd) =>
        readlink(`/proc/self/fd/${fd}`).catch(() => ''),
      );
      return (await Promise.all(links)).filter((path) => path.startsWith(folder)).length;
    };
    const zips = Array.from({ length: 12 }, async () => {
      const socket = connect(port, '127.0.0.1');
      socket.write(`GET ${packZip} HTTP/1.1\r\nhost: ${world.site.host}\r\n\r\n`);
      const head = await new Promise<string>((resolve) =>
        socket.once('data', (chunk) => resolve(String(chunk))),
      );
      socket.pause();
      await setTimeout(20);
      socket.destroy();
      return Number(head.slice(9, 12));
    });
    const statuses = await Promise.all(zips);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4);
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    for (let tries = 0; tries < 100 && (await openFiles()) > 0; tries++) await setTimeout(20);
    expect(await openFiles()).toBe(0);
    const last = await requested(world, packZip, { address: '127.0.0.1' });
    drop(last);
  },
);
