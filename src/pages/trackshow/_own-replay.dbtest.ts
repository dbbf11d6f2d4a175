import { expect, test } from 'vitest';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { drivableTrack, posted } from '#testing/replays.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { loadTrackPage } from './_load-track-page.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });

test('the page of a track shows the replay that the viewer posted', async () => {
  const ann = await Uploader.of(await asMember(world));
  const { trackId, uid } = await drivableTrack(await asMember(world));
  const { ReplayId } = await posted(ann, { uid });
  const url = new URL(`http://${world.site.host}/trackshow/${trackId}`);
  const page = await loadTrackPage({
    url,
    request: new Request(url),
    params: { id: `${trackId}` },
    locals: { ctx: ann.ctx },
  });
  expect(page?.board.rows.map((row) => row.ReplayId)).toEqual([ReplayId]);
  expect(page?.own?.replay.ReplayId).toBe(ReplayId);
});
