import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import type { TrackRelation } from '#features/tracks/model.ts';
import type { PersonRow } from '#features/users/list/fields.ts';
import { type PackTrackStatus, PackTrackStatus as Status } from '#lib/codes/pack.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { reader } from '#platform/lists/run.ts';
import { packById } from '../../server/read-pack.ts';

const maxShown = 50;

/** A pack as shown on the page of one of its tracks. */
export interface PackOfTrack {
  packId: number;
  name: string;
  owner: PersonRow;
  status: PackTrackStatus;
  /** null if not approved */
  position: number | null;
  tracks: number;
  isPublic: boolean;
}

/** The packs that contain a track or a submission of it, whether or not the viewer may see them. */
export const packIdsOf = async (ctx: Ctx, trackId: number): Promise<readonly number[]> =>
  (await forSite(ctx, 'pack_track').where('track_id', '=', trackId).select('pack_id').execute()).map(
    ({ pack_id }) => pack_id,
  );

/**
 * The packs of a track that the viewer may see: the pack itself must be visible, and so must the fact that it contains the track
 * (a released list, or the viewer's own submission or pack).
 */
export async function packsOfTrack(
  ctx: Ctx,
  trackId: number,
  relation: Pick<TrackRelation, 'isAuthor' | 'isModerator'>,
): Promise<PackOfTrack[]> {
  const me = ctx.viewer.userId;
  const rows = await forSite(ctx, 'pack_track')
    .innerJoin('pack', (join) =>
      join.onRef('pack.site', '=', 'pack_track.site').onRef('pack.pack_id', '=', 'pack_track.pack_id'),
    )
    .innerJoin('profile', (join) =>
      join.onRef('profile.site', '=', 'pack.site').onRef('profile.user_id', '=', 'pack.owner_id'),
    )
    .where('pack_track.track_id', '=', trackId)
    .where('pack.deleted_at', 'is', null)
    .where((eb) => {
      if (relation.isModerator) return eb.lit(true);
      const manages = eb.or([
        eb.and([eb('pack.owner_id', '=', me), eb.lit(me > 0)]),
        eb.exists(
          eb
            .selectFrom('pack_manager as m')
            .where('m.site', '=', sql.lit(ctx.site.code))
            .whereRef('m.pack_id', '=', 'pack.pack_id')
            .where('m.user_id', '=', me)
            .select(sql<number>`1`.as('one')),
        ),
      ]);
      const isShown = eb.and([
        eb('pack.map_list_released', '=', true),
        eb('pack_track.status', '=', Status.approved),
      ]);
      const isOpen = eb.and([eb('pack.is_public', '=', true), relation.isAuthor ? eb.lit(true) : isShown]);
      return eb.or([manages, isOpen]);
    })
    .select([
      'pack.pack_id',
      'pack.name',
      'pack.owner_id',
      'pack.tracks',
      'pack.is_public',
      'profile.name as owner_name',
      'profile.custom_url',
      'profile.tint',
      'pack_track.status',
      'pack_track.position',
    ])
    .orderBy('pack.activity_at', 'desc')
    .orderBy('pack.pack_id', 'desc')
    .limit(maxShown)
    .execute();
  return rows.map((row) => ({
    packId: row.pack_id,
    name: stripGameText(row.name).trim() || `Trackpack ${row.pack_id}`,
    owner: { UserId: row.owner_id, Name: row.owner_name, CustomUrl: row.custom_url, Tint: row.tint },
    status: row.status as PackTrackStatus, // the table's check allows no other
    position: row.position,
    tracks: row.tracks,
    isPublic: row.is_public,
  }));
}

/** The previous or next track in a pack. */
interface PackStep {
  trackId: number;
  name: string;
}

export interface PackWalk {
  packId: number;
  name: string;
  position: number;
  tracks: number;
  previous: PackStep | null;
  next: PackStep | null;
}

const readTracks = reader(trackList);
/** by position in the pack, ascending */
const byPosition = 45;

/** The position of a track in a pack and its neighbours, among the approved tracks that this viewer may see. */
export async function packWalk(ctx: Ctx, packId: number, trackId: number): Promise<PackWalk | null> {
  const requested = { packid: packId, order1: byPosition, count: 1 } as const;
  const fields = ['TrackId', 'TrackName'] as const;
  try {
    const [pack, here] = await Promise.all([
      packById(ctx, packId),
      readTracks(ctx, { ...requested, fields: ['Position'], id: [trackId] }),
    ]);
    const position = here.Results[0]?.Position;
    if (!pack || !position) return null;
    const [before, after] = await Promise.all([
      readTracks(ctx, { ...requested, fields, before: trackId }),
      readTracks(ctx, { ...requested, fields, after: trackId }),
    ]);
    return {
      packId,
      name: pack.plainName,
      position,
      tracks: pack.Tracks,
      previous: stepTo(before.Results[0]),
      next: stepTo(after.Results[0]),
    };
  } catch (error) {
    if (error instanceof Problem) return null; // the address does not name a pack
    throw error;
  }
}

const stepTo = (row: { TrackId: number; TrackName: string } | undefined): PackStep | null =>
  row ? { trackId: row.TrackId, name: stripGameText(row.TrackName).trim() || `Track ${row.TrackId}` } : null;
