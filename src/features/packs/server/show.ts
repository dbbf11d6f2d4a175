import { trackList } from '#features/tracks/server/list.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { reader } from '#platform/lists/rows.ts';
import { packList } from './list.ts';

const listPacks = reader(packList);
const listTracksOf = reader(trackList);
/** as many as a pack may hold (tmx-rules §5) */
const mostTracks = 1000;
/** by position in the pack, ascending (tmx-api §2.9) */
const byPosition = 45;

const headFields = [
  'PackId',
  'PackName',
  'Description',
  'Creator.UserId',
  'Creator.Name',
  'Tracks',
  'PackValue',
  'Downloads',
  'AllowsTrackSubmissions',
  'IsLegacy',
  'IsPublic',
  'MapListReleased',
  'CreatedAt',
  'UpdatedAt',
] as const;

/** What the page of a pack shows above its tracks; null when there is none this viewer may see. */
export async function packById(ctx: Ctx, packId: number) {
  if (packId === 0) return null;
  const { Results } = await listPacks(ctx, { fields: headFields, id: [packId], count: 1 });
  const [pack] = Results;
  if (!pack) return null;
  return { ...pack, plainName: stripGameText(pack.PackName).trim() || `Trackpack ${packId}` };
}

/** The approved tracks of a pack in their order, as far as this viewer may see them. */
export async function packTrackIds(ctx: Ctx, packId: number): Promise<number[]> {
  const asked = { fields: ['TrackId'], packid: packId, order1: byPosition, count: mostTracks } as const;
  return (await listTracksOf(ctx, asked)).Results.map(({ TrackId }) => TrackId);
}
