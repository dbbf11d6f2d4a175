import { forSite } from '#db/for-site.ts';
import { grantToAll } from '#features/achievements/server/jobs.ts';
import { updateBoards } from '#features/leaderboards/server/actions.ts';
import { recountPacks } from '#features/packs/server/recount.ts';
import { recountRecords } from '#features/tracks/server/recount.ts';
import { recountPeople } from '#features/users/server/recount.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { type Viewer, visitor } from '#platform/viewer.ts';
import { seedBoards } from './life-boards.ts';
import { seedComments } from './life-comments.ts';
import { seedDecisions } from './life-decisions.ts';
import { seedEdition } from './life-edition.ts';
import { seedForum } from './life-forum.ts';
import { seedHeldTexts } from './life-held.ts';
import { seedMessages } from './life-messages.ts';
import { seedNews } from './life-news.ts';
import { seedPacks } from './life-packs.ts';
import { seedPages } from './life-pages.ts';
import { seedPeople } from './life-people.ts';
import { seedPicks } from './life-picks.ts';
import { seedRemotePictures } from './life-remote-pictures.ts';
import { seedReplays } from './life-replays.ts';
import { seedReports } from './life-reports.ts';
import { seedSanctions } from './life-sanctions.ts';
import { seedVideos } from './life-videos.ts';
import { readTracks, setScene } from './scene.ts';

/**
 * The activity on an edition since its tracks were published: replays, comments, awards, packs. Created completely or, if
 * interrupted, not at all, and only once.
 */
export async function seedLife(ctx: Ctx, viewers: ReadonlyMap<string, Viewer>): Promise<void> {
  const lived = await forSite(ctx, 'news').select('news_id').limit(1).executeTakeFirst();
  if (lived) return;
  await inTransaction(ctx, async (tx) => {
    const scene = await setScene(tx, viewers);
    await seedReplays(scene, [updateBoards]);
    await seedComments(scene);
    const packIds = await seedPacks(scene);
    await seedPages(scene);
    await seedRemotePictures(scene);
    await seedForum(scene);
    await seedNews(scene);
    await seedVideos(scene);
    await seedDecisions(scene);
    await readNotices(tx);
    await seedBoards(scene);
    await seedPicks(scene);
    await seedReports(scene);
    await seedSanctions(scene);
    await seedHeldTexts(scene);
    await seedMessages(scene);
    await seedPeople(scene);
    await seedEdition(scene);
    const trackIds = (await readTracks(tx)).map((track) => track.track_id);
    await recountRecords(tx, trackIds);
    await recountPacks(tx, packIds);
    await recountPeople(
      tx,
      scene.people.map(({ userId }) => userId),
    );
    await grantToAll({ ...tx, viewer: visitor });
  });
}

/** Users have read their notices, apart from those of the last days. */
async function readNotices(tx: TxCtx): Promise<void> {
  await tx.db
    .updateTable('notice')
    .where('site', '=', tx.site.code)
    .where('noticed_at', '<', daysBefore(tx.clock.now(), 3))
    .set((eb) => ({ read_at: eb.ref('noticed_at') }))
    .execute();
}
