import { createHash } from 'node:crypto';
import { linkedVideo, toggleVideoFeature } from '#features/videos/server/actions.ts';
import { drawVideoPicture, setVideoPicture } from '#features/videos/server/picture.ts';
import { mayFeatureVideo, mayPostVideo } from '#features/videos/server/policy.ts';
import { postVideo } from '#features/videos/server/post.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { environmentById } from '#lib/codes/environment.ts';
import { typedSeconds } from '#lib/video/address.ts';
import { storeDrawn } from '#platform/files/store-drawn.ts';
import { assertAllowed } from '#platform/http/problem.ts';
import { editionWords } from './edition-words.ts';
import { deliver, readOldNotices } from './life-notices.ts';
import { videoPicture } from './pictures.ts';
import { type ActiveTrack, actAs, named, ofEdition, openTracks, type Scene } from './scene.ts';

interface PlannedVideo {
  readonly poster: string;
  /** its author on the video site */
  readonly author: string;
  /** the user who made it */
  readonly creator?: string;
  readonly length: string;
  readonly tracks: number;
  /** the author of its first track features it */
  readonly isFeatured?: true;
}

/** In the order of their titles, the newest first. */
const plans: readonly PlannedVideo[] = [
  {
    poster: 'Kestrel',
    author: 'Kestrel drives',
    creator: 'Kestrel',
    length: '8:12',
    tracks: 1,
    isFeatured: true,
  },
  { poster: 'tarmac_tom', author: 'Cup channel', length: '24:30', tracks: 4 },
  { poster: 'carol', author: 'Night builds', creator: 'alice', length: '15:45', tracks: 5 },
  { poster: 'bob', author: 'bob', creator: 'bob', length: '31:07', tracks: 1, isFeatured: true },
  { poster: 'Žofie', author: 'Old laps', length: '6:40', tracks: 2 },
  { poster: 'piston', author: 'piston', creator: 'piston', length: '3:05', tracks: 3 },
];

/** Videos with pictures and tracks, two of them featured. Requires favourites, so that fans are notified. */
export async function seedVideos(scene: Scene): Promise<void> {
  for (const [index, plan] of [...plans.entries()].reverse()) await seedVideo(scene, plan, index);
  await readOldNotices(scene.tx, ['favorite.video', 'track.video']);
}

async function seedVideo(scene: Scene, plan: PlannedVideo, index: number): Promise<void> {
  const { tx } = scene;
  const at = daysBefore(tx.clock.now(), 6 + 11 * index);
  const posterTx = actAs(tx, named(scene, plan.poster), at);
  const title = ofEdition(tx, editionWords).videos[index] ?? '';
  const tracks = scene
    .shuffled(openTracks(scene).filter(({ uploadedAt }) => uploadedAt < at))
    .slice(0, plan.tracks);
  assertAllowed(mayPostVideo(posterTx.viewer));
  const { VideoId: videoId } = await postVideo(posterTx, {
    Address: createHash('sha256').update(`${tx.site.code} ${title}`).digest('base64url').slice(0, 11),
    Title: title,
    Author: plan.author,
    Length: plan.length,
    Creator: plan.creator ?? '',
    TrackId: tracks.map(({ trackId }) => String(trackId)),
    TimestampAt: tracks.map((_track, place) =>
      plan.tracks === 1 ? '' : typedSeconds(15 + Math.floor(150 / plan.tracks) * place),
    ),
  });
  await deliver(posterTx);
  const [shown] = tracks;
  await addPicture(scene, videoId, { shown, at, mood: index % 4 });
  if (plan.isFeatured && shown) await feature(scene, videoId, shown, at);
}

/** Stores a picture like one that was fetched from the video site. */
async function addPicture(
  { tx, random }: Scene,
  videoId: number,
  { shown, at, mood }: { shown: ActiveTrack | undefined; at: Date; mood: number },
): Promise<void> {
  const environment = environmentById(shown?.row.environment ?? 0)?.name ?? 'Stadium';
  const files = await drawVideoPicture(tx, await videoPicture(tx, random, environment, mood));
  if (!files) throw new Error('The picture of a video is not usable.');
  const pictureTx = { ...tx, clock: { now: () => at } };
  await storeDrawn(pictureTx, files, (inner, rows) => setVideoPicture(inner, videoId, rows));
}

/** PUT /togglevideofeature by the uploader of the track. */
async function feature(
  { tx, people }: Scene,
  videoId: number,
  { trackId, row }: ActiveTrack,
  at: Date,
): Promise<void> {
  const uploader = people.find(({ userId }) => userId === row.uploader_id);
  if (!uploader) return;
  const uploaderTx = actAs(tx, uploader, at);
  const form = { trackId, videoId, key: null };
  const linked = await linkedVideo(uploaderTx, form);
  assertAllowed(mayFeatureVideo(linked.track.relation));
  await toggleVideoFeature(uploaderTx, linked, form);
}
