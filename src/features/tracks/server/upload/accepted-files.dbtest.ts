import { beforeEach, expect, test } from 'vitest';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember, trackFile } from '#testing/tracks.ts';
import { entry, Uploader } from '#testing/uploader.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
let ann: Uploader;
beforeEach(async () => {
  ann = await Uploader.of(await asMember(world));
});

const tracksOf = ({ ctx }: Uploader) =>
  db
    .selectFrom('track')
    .where('site', '=', ctx.site.code)
    .where('uploader_id', '=', ctx.viewer.userId)
    .selectAll()
    .execute();

test('medals in an unusual order are a warning: the track is published anyway', async () => {
  const warning = {
    Level: 'warning',
    Code: 'medals',
    Message:
      'The medals are in an unusual order: gold, silver or bronze is harder to reach than a better medal.',
  };
  const { analysis } = await ann.analyse(trackFile({ gold: 30_000 }));
  expect(analysis.Issues).toEqual([warning]);
  const { results } = await ann.publish({
    ...entry(0, { UploadKey: analysis.UploadKey ?? '' }),
    ...entry(1, { TrackFile: trackFile({ gold: 30_000 }) }),
  });
  expect(results).toMatchObject([{ TrackId: expect.any(Number) }, { Issues: [warning] }]);
  expect(await tracksOf(ann)).toMatchObject([{ gold_target: 30_000 }, { gold_target: 30_000 }]);
});

test('a name with 16 coloured letters is published as typed', async () => {
  const name = '$f0fM'.repeat(16);
  const { analysis } = await ann.analyse(trackFile({ name }));
  expect(analysis.SuggestedTrackName).toBe('M'.repeat(16));
  const { results } = await ann.publish(entry(0, { TrackName: name, UploadKey: analysis.UploadKey ?? '' }));
  expect(results).toMatchObject([{ TrackName: name }]);
});

test('notices do not refuse a file, and an Unlimiter track is uncompetitive', async () => {
  const file = trackFile({ hasPassword: true, laps: 3, unlimiterMessage: 'Get TMUnlimiter' });
  const { analysis } = await ann.analyse(file);
  expect(analysis.Issues.map(({ Level: level, Code }) => [level, Code])).toEqual([
    ['notice', 'unlimiter'],
    ['notice', 'password'],
    ['notice', 'laps'],
  ]);
  await ann.publish(entry(0, { UploadKey: analysis.UploadKey ?? '' }));
  expect(await tracksOf(ann)).toMatchObject([{ replay_type: 3, unlimiter_version: 7, primary_type: 0 }]);
});
