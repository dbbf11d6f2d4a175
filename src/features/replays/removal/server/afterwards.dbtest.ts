import { expect, test } from 'vitest';
import { doneSentence } from '#features/tracks/page/done-sentences.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { createsPack } from '#testing/packs.ts';
import { drivableTrack, posted } from '#testing/replays.ts';
import { Person } from '#testing/track-people.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ann = await Uploader.of(await asMember(world));

/** Where a browser is sent after a plain form. */
async function next(who: Uploader, path: string, fields: Record<string, string> = {}) {
  const form = new URLSearchParams(fields);
  const answer = await who.ask('POST', path, { form, headers: { accept: 'text/html' } });
  expect(answer.status, path).toBe(303);
  return String(answer.headers.location);
}

/** What the page of the track says there. */
const said = (address: string) => doneSentence(new URL(address, 'http://x.test').searchParams.get('done'));

test('plain forms about a replay lead to the track, which says what was done, and keep the secret of an unlisted one', async () => {
  const { trackId, uid } = await drivableTrack(ann.ctx);
  const { ReplayId } = await posted(ann, { uid, bestTimeMs: 42_000 });
  const deleted = await next(ann, `/replaydelete/${ReplayId}`);
  expect(deleted).toBe(`/trackshow/${trackId}?done=replayDeleted`);
  expect(said(deleted)).toMatch(/^Replay deleted\./);
  const restored = await next(ann, `/replayrestore/${ReplayId}`);
  expect(restored).toBe(`/trackshow/${trackId}?done=replayRestored`);
  expect(said(restored)).toMatch(/^Replay restored/);
  await db
    .updateTable('track')
    .set({ is_listed: false, secret_key: 'a b' })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', trackId)
    .execute();
  expect(await next(ann, `/replaydelete/${ReplayId}`, { key: 'a b' })).toBe(
    `/trackshow/${trackId}?key=a+b&done=replayDeleted`,
  );
});

test('so do those that restore a track or a pack', async () => {
  const eve = await Person.of(world);
  const http = await Uploader.of(eve.ctx);
  const trackId = await eve.uploads();
  await eve.post(`/trackdelete/${trackId}`);
  const address = await next(http, `/trackrestore/${trackId}`);
  expect([address, said(address)]).toEqual([
    `/trackshow/${trackId}?done=restored`,
    'The track was restored.',
  ]);
  const packId = await createsPack(eve);
  await eve.post(`/trackpackdelete/${packId}`);
  expect(await next(http, `/trackpackrestore/${packId}`)).toBe(`/trackpackshow/${packId}?done=restored`);
});

test.each([null, '', 'x', 'constructor', 'toString'])('%s says nothing', (done) => {
  expect(doneSentence(done)).toBeNull();
});
