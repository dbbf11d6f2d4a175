import { trackList } from '#features/tracks/list/server/list.ts';
import { trackOrderCodes } from '#lib/codes/orders.ts';
import { packFolderName, trackFileName } from '#lib/format/filename.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import { reader } from '#platform/lists/run.ts';
import { mayManagePack, packById } from '../../server/read-pack.ts';
import type { PackedTrack } from '../play.ts';

const readTracks = reader(trackList);
const fields = ['TrackId', 'TrackName', 'UId', 'Uploader.Name'] as const;
/** maximum of one page of the list */
const chunk = 1000;

export interface PackedTracks {
  readonly packId: number;
  readonly folder: string;
  readonly tracks: readonly PackedTrack[];
}

/**
 * The approved tracks of a pack, in its order, that this viewer may see. Throws a Problem 404 if the viewer may not see the pack, 403
 * if the list of its tracks is not released.
 */
export async function packedTracks(ctx: Ctx, packId: number): Promise<PackedTracks> {
  const pack = await packById(ctx, packId);
  if (!pack) throw notFound('This trackpack');
  if (!pack.MapListReleased && !mayManagePack(ctx.viewer, pack))
    throw new Problem(403, 'The track list of this pack isn’t released yet.');
  const tracks: PackedTrack[] = [];
  for (let more = true; more; ) {
    const last = tracks.at(-1)?.trackId;
    const page = await readTracks(ctx, {
      packid: packId,
      order1: trackOrderCodes.packPosition[0],
      count: chunk,
      fields,
      ...(last !== undefined && { after: last }),
    });
    tracks.push(...page.Results.map(packed));
    more = page.More && page.Results.length > 0;
  }
  return { packId, folder: packFolderName(pack.plainName, packId), tracks };
}

function packed(track: {
  TrackId: number;
  TrackName: string;
  UId: string;
  Uploader: { Name: string };
}): PackedTrack {
  const name = stripGameText(track.TrackName).trim() || `Track ${track.TrackId}`;
  return {
    trackId: track.TrackId,
    name,
    author: track.Uploader.Name,
    uid: track.UId,
    fileName: trackFileName(stripGameText(track.TrackName), track.TrackId),
  };
}
