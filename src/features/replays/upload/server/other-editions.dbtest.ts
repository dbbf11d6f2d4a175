import { expect, test } from 'vitest';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { analyse, drivableTrack, replayBytes } from '#testing/replays.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import type { TrackElsewhere } from '../analysis.ts';

const { db } = await testDb({ editions: 'all' });
const there = await testCtx({ db, site: 'tmnf' });
const here = await testCtx({ db, site: 'tmn' });
const author = await asMember(there);
const driver = await Uploader.of(await asMember(here));

const asked = async (uid: string) =>
  (await driver.ask('GET', `/trackselsewhere?uid=${encodeURIComponent(uid)}`)).json<{
    Results: TrackElsewhere[];
  }>().Results;
const change = (trackId: number, columns: object) =>
  db.updateTable('track').set(columns).where('site', '=', 'tmnf').where('track_id', '=', trackId).execute();

test('a replay on the wrong edition is refused with the name of the right one', async () => {
  const { trackId, uid } = await drivableTrack(author);
  const { analysis, refusal } = await analyse(driver, replayBytes({ uid }));
  const words = analysis?.Issues.map(({ Message }) => Message).join(' ') ?? refusal;
  expect(words).toContain('isn’t on TMN');
  expect(words).toContain('It’s on TMNF. Upload it there.');
  expect(await asked(uid)).toEqual([
    { Label: 'TMNF', Link: `http://${there.site.host}/trackshow/${trackId}` },
  ]);
  expect(await asked('an unknown UId')).toEqual([]);
});

test.each([
  ['hidden', { is_public: false }],
  ['unlisted', { is_listed: false }],
  ['deleted', { is_public: false, is_listed: false, deleted_at: new Date() }],
])('a %s track of another edition is not named', async (_, columns) => {
  const { trackId, uid } = await drivableTrack(author);
  expect(await asked(uid)).toHaveLength(1);
  await change(trackId, columns);
  expect(await asked(uid)).toEqual([]);
});

test.each([
  ['', 400],
  ['u'.repeat(200), 200],
  ['u'.repeat(201), 400],
  ['u%00', 400],
])('the UId is required and bounded (%#)', async (uid, status) => {
  expect((await driver.ask('GET', `/trackselsewhere?uid=${uid}`)).status).toBe(status);
});
