import { forSite } from '#db/for-site.ts';
import { contributedValue, fillContributions } from '#features/leaderboards/server/contributions.ts';
import { takeSnapshot } from '#features/leaderboards/server/nightly.ts';
import { recountDrivers } from '#features/leaderboards/server/recount.ts';
import { recountPackValues } from '#features/packs/server/recount.ts';
import { setTrackValue } from '#features/tracks/server/counters.ts';
import { recountRecords } from '#features/tracks/server/recount.ts';
import { readTracks, type Scene } from './scene.ts';

/** Track values, points and boards of everything driven, and the snapshot of the last night. Requires ranked replays. */
export async function seedBoards({ tx, people }: Scene): Promise<void> {
  const tracks = await readTracks(tx);
  const trackIds = tracks.map(({ track_id }) => track_id);
  await recountRecords(tx, trackIds);
  for (const { track_id: trackId, environment, replay_type: type } of tracks) {
    if (type !== 0) continue;
    await fillContributions(tx, trackId, environment);
    await setTrackValue(tx, trackId, await contributedValue(tx, trackId));
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
