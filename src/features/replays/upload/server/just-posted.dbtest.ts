import { expect, test } from 'vitest';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { drivableTrack, replayBytes } from '#testing/replays.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { justPosted } from './just-posted.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const author = await asMember(world);
const ann = await Uploader.of(await asMember(world));
const ben = await Uploader.of(await asMember(world));

/** Sends files as the plain form of a page; returns where the browser is sent. */
async function sendPlainly(files: readonly Buffer[], query = ''): Promise<URL> {
  const form = new FormData();
  for (const [index, file] of files.entries())
    form.append(
      `ReplayEntries[${index}].ReplayFile`,
      new File([new Uint8Array(file)], `${index}.Replay.Gbx`),
    );
  const answer = await ann.ask('POST', `/replayupload${query}`, { form, headers: { accept: 'text/html' } });
  expect(answer.status).toBe(303);
  return new URL(String(answer.headers?.location), 'http://tmnf.example');
}

test('a plain form leads to its track, which says time, rank and the login that it bound, to its driver only', async () => {
  const { trackId, uid } = await drivableTrack(author);
  const { pathname, searchParams } = await sendPlainly([
    replayBytes({ uid, bestTimeMs: 41_000, login: 'ann.plain' }),
  ]);
  expect(pathname).toBe(`/trackshow/${trackId}`);
  const outcome = { TrackId: trackId, Position: 0, ReplayTime: 41_000, BoundLogin: 'ann.plain' };
  expect(await justPosted(ann.ctx, searchParams)).toMatchObject([outcome]);
  expect(await justPosted(ben.ctx, searchParams)).toEqual([]);
  expect(await justPosted(world, searchParams), 'a visitor').toEqual([]);
  expect(await justPosted(ann.ctx, new URLSearchParams({ posted: 'x,0,-1,' }))).toEqual([]);
});

test('replays of several tracks lead to the page for posting, which lists them', async () => {
  const tracks = [await drivableTrack(author), await drivableTrack(author)];
  const { pathname, searchParams } = await sendPlainly(tracks.map(({ uid }) => replayBytes({ uid })));
  expect(pathname).toBe('/replayupload');
  expect((await justPosted(ann.ctx, searchParams)).map(({ TrackId }) => TrackId)).toEqual(
    tracks.map(({ trackId }) => trackId),
  );
});

test('the secret of an unlisted track stays in the address', async () => {
  const { trackId, uid } = await drivableTrack(author);
  const { secret_key } = await db
    .updateTable('track')
    .set({ is_listed: false })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', trackId)
    .returning('secret_key')
    .executeTakeFirstOrThrow();
  const { searchParams } = await sendPlainly([replayBytes({ uid })], `?trackid=${trackId}&key=${secret_key}`);
  expect(searchParams.get('key')).toBe(secret_key);
  expect(searchParams.get('posted')).toMatch(/^\d+$/);
});
