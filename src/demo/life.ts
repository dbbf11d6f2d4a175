import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { grantToAll } from '#features/achievements/server/jobs.ts';
import { updateBoards } from '#features/leaderboards/server/actions.ts';
import { contributedValue, fillContributions } from '#features/leaderboards/server/contributions.ts';
import { takeSnapshot } from '#features/leaderboards/server/nightly.ts';
import { recountDrivers } from '#features/leaderboards/server/recount.ts';
import { performAct } from '#features/moderation/acts/server/perform.ts';
import { recountPacks, recountPackValues } from '#features/packs/server/recount.ts';
import { setTrackValue } from '#features/tracks/server/counters.ts';
import { recountRecords } from '#features/tracks/server/recount.ts';
import { personById, toggleFavorite } from '#features/users/server/actions.ts';
import { mayFavorite } from '#features/users/server/policy.ts';
import { recountPeople } from '#features/users/server/recount.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { environmentById } from '#lib/codes/environment.ts';
import { seededRandom } from '#lib/gbx/tools/random.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { assertAllowed } from '#platform/http/problem.ts';
import { RemoteRefusal, readOnlyRemote } from '#platform/remote/remote.ts';
import { fetchPicture } from '#platform/remote-pictures/fetch.ts';
import { addPictures } from '#platform/remote-pictures/remember.ts';
import { type Viewer, visitor } from '#platform/viewer.ts';
import { crewWords } from './edition-crew.ts';
import { seedApplications } from './life-applications.ts';
import { seedComments } from './life-comments.ts';
import { seedDecisions } from './life-decisions.ts';
import { seedEdition } from './life-edition.ts';
import { seedForum } from './life-forum.ts';
import { seedHeldTexts } from './life-held.ts';
import { seedMessages } from './life-messages.ts';
import { seedNews } from './life-news.ts';
import { seedPacks } from './life-packs.ts';
import { seedPeople } from './life-people.ts';
import { seedPicks } from './life-picks.ts';
import { seedReplays } from './life-replays.ts';
import { seedReports } from './life-reports.ts';
import { lostPicture, shownPicture } from './life-threads.ts';
import { seedVideos } from './life-videos.ts';
import { packPicture } from './pictures.ts';
import { actAs, named, ofEdition, readTracks, type Scene, sceneFor, setScene } from './scene.ts';
import type { PlannedTrack } from './world.ts';

/** What is written beside the tracks: packs, the forum, news and videos. Returns the ids of the packs. */
async function seedPages(scene: Scene): Promise<number[]> {
  const packIds = await seedPacks(scene);
  await seedRelations(scene);
  await seedRemotePictures(scene);
  await seedForum(scene);
  await seedNews(scene);
  await seedVideos(scene);
  return packIds;
}

/** Favourites and former crew. */
async function seedRelations(scene: Scene): Promise<void> {
  const { tx } = scene;
  const now = tx.clock.now();
  for (const member of scene.people.slice(0, 20)) {
    const favourite = scene.pick(scene.people.slice(0, 8));
    if (favourite.userId === member.userId) continue;
    const since = favourite.since > member.since ? favourite.since : member.since;
    const memberTx = actAs(tx, member, scene.between(since, now));
    assertAllowed(mayFavorite(member.viewer, favourite.userId));
    await toggleFavorite(memberTx, await personById(memberTx, favourite.userId));
  }
  for (const [name, title, from, to] of [
    ['Kestrel', 'Moderator', 14, 9],
    ['tarmac_tom', 'Site Leader', 11, 6],
  ] as const)
    await tx.db
      .insertInto('former_crew')
      .values({
        site: tx.site.code,
        user_id: named(scene, name).userId,
        title,
        from_year: now.getUTCFullYear() - from,
        to_year: now.getUTCFullYear() - to,
      })
      .execute();
}

/** Track values, points and boards of everything driven, and the snapshot of the last night. Requires ranked replays. */
async function seedBoards({ tx, people }: Scene): Promise<void> {
  const tracks = await readTracks(tx);
  const trackIds = tracks.map(({ track_id }) => track_id);
  await recountRecords(tx, trackIds);
  for (const { track_id: trackId, environment, replay_type: type } of tracks) {
    if (type !== 0) continue;
    await fillContributions(tx, trackId, environment);
    await setTrackValue(tx, trackId, contributedValue(tx, trackId));
  }
  await recountDrivers(
    tx,
    people.map(({ userId }) => userId),
  );
  const packs = await forSite(tx, 'pack').select('pack_id').execute();
  await recountPackValues(
    tx,
    packs.map(({ pack_id }) => pack_id),
  );
  await takeSnapshot(tx);
}

/** A user who is muted after a warning, and one whose suspension is over. */
async function seedSanctions(scene: Scene): Promise<void> {
  const { tx } = scene;
  const { warning, suspension, mute } = ofEdition(tx, crewWords);
  for (const [name, act, Length, daysAgo, reason] of [
    ['papergear4', 'user.warn', '90', 34, warning],
    ['double_gear', 'user.suspend', '7', 61, suspension],
    ['papergear4', 'user.mute', '30', 2, mute],
  ] as const) {
    const moderator = actAs(tx, named(scene, 'mo'), daysBefore(tx.clock.now(), daysAgo));
    await performAct(moderator, {
      site: tx.site.code,
      kind: 'user',
      id: named(scene, name).userId,
      act,
      reason,
      caseId: null,
      fields: { Length },
    });
  }
}

/** The pictures of other hosts that a post names, fetched by the function of the job, from a host that is drawn here. */
async function seedRemotePictures({ tx }: Scene): Promise<void> {
  const environment = environmentById(tx.site.environments[0] ?? 0)?.name ?? 'Stadium';
  const remote = readOnlyRemote(async (url) => {
    if (url !== shownPicture) throw new RemoteRefusal('missing', 'There is nothing at this address.');
    return { url, type: 'image/png', bytes: await packPicture(tx, seededRandom(2009), environment) };
  });
  for (const pictureId of await addPictures(tx, [shownPicture, lostPicture])) {
    await fetchPicture({ ...tx, remote }, pictureId);
  }
}

/**
 * The activity on an edition since its tracks were published: replays, comments, awards, packs. Created completely or, if
 * interrupted, not at all, and only once.
 */
export async function seedLife(
  ctx: Ctx,
  viewers: ReadonlyMap<string, Viewer>,
  planned: readonly PlannedTrack[],
  progress: (done: string) => void,
): Promise<void> {
  const lived = await forSite(ctx, 'news').select('news_id').limit(1).executeTakeFirst();
  if (lived) return;
  await inTransaction(ctx, async (tx) => {
    // nobody has seen a page of this edition yet, so none has to be made again
    await sql`set local paddock.page_log = 'off'`.execute(tx.db);
    const scene = await setScene(tx, viewers, planned);
    // at the same time, so that neither the database nor this process waits for the other
    const [packIds] = await Promise.all([
      seedPages(sceneFor(scene, 'pages')),
      seedReplays(sceneFor(scene, 'replays'), [updateBoards], progress),
      seedComments(sceneFor(scene, 'comments')),
    ]);
    progress('all tracks and replays; now the work of the crew');
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
    await seedApplications(scene);
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
