import { watchableRuns } from '#features/replays/server/policy.ts';
import type { Tour, TourStop } from '#features/replays/viewer/tour.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import { formatResult } from '#lib/format/result.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { reader } from '#platform/lists/run.ts';
import { packById } from '../../server/read-pack.ts';

const readTracks = reader(trackList);
/** by position in the pack, ascending */
const byPosition = 45;
/** Records that a page names. */
const tourStops = 20;
/** Tracks that are read at once; some of their records may still be secret. */
const readAtOnce = 50;
/** More than this many tracks without a record to watch end the way. */
const mostReads = 4;

/**
 * The records of a pack that this viewer may watch, in the order of its tracks, after one of them or from the beginning. Only of tracks
 * in the pack that the viewer may see.
 */
export async function recordsOfPack(
  ctx: Ctx,
  packId: number,
  most: number,
  after?: number,
): Promise<TourStop[]> {
  const stops: TourStop[] = [];
  let last = after;
  for (let reads = 0; reads < mostReads && stops.length < most; reads++) {
    const { Results, More } = await readTracks(ctx, {
      fields: [
        'TrackId',
        'TrackName',
        'PrimaryType',
        'Authors[].User.UserId',
        'WRReplay.ReplayId',
        'WRReplay.ReplayTime',
        'WRReplay.ReplayScore',
        'WRReplay.ReplayAt',
        'WRReplay.IsSecret',
        'WRReplay.User.UserId',
        'WRReplay.User.Name',
      ],
      packid: packId,
      inhasrecord: 1,
      order1: byPosition,
      count: readAtOnce,
      ...(last !== undefined && { after: last }),
    });
    for (const { TrackId, TrackName, PrimaryType, Authors, WRReplay } of Results) {
      last = TrackId;
      const isAuthor = Authors.some(({ User }) => User.UserId === ctx.viewer.userId);
      const track = { primaryType: PrimaryType, relation: { isAuthor } };
      if (!WRReplay || watchableRuns(ctx, track, [WRReplay]).length === 0) continue;
      stops.push({
        trackId: TrackId,
        trackName: stripGameText(TrackName).trim() || `Track ${TrackId}`,
        replayId: WRReplay.ReplayId,
        driver: WRReplay.User.Name,
        result: formatResult(PrimaryType, WRReplay.ReplayTime, WRReplay.ReplayScore),
      });
    }
    if (!More) break;
  }
  return stops.slice(0, most);
}

/** The way through a pack from one of its tracks on; null if this viewer may not see the pack or the track in it. */
export async function packTour(ctx: Ctx, packId: number, trackId: number): Promise<Tour | null> {
  try {
    const [pack, here] = await Promise.all([
      packById(ctx, packId),
      readTracks(ctx, { fields: ['Position'], packid: packId, id: [trackId], order1: byPosition, count: 1 }),
    ]);
    const position = here.Results[0]?.Position;
    if (!pack || !position) return null;
    const next = await recordsOfPack(ctx, packId, tourStops, trackId);
    return { packId, packName: pack.plainName, position, tracks: pack.Tracks, next };
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return null; // the address does not name a pack
    throw error;
  }
}
