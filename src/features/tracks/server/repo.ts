import { type Selectable, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { forSite } from '#db/for-site.ts';
import { largestInteger, rowIdIn } from '#lib/codes/ids.ts';
import type { MedalSource } from '#lib/codes/track.ts';
import { readCompiled } from '#platform/compiled.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import { slot } from '#platform/lists/slots.ts';
import { maySee } from '../model.ts';
import { lockTrack } from './counters.ts';
import { relationColumns, relationOf } from './viewer-relation.ts';

/** The columns of a track, listed so that the statement is prepared (db/naming-client.ts). */
const columns = [
  'site',
  'track_id',
  'uploader_id',
  'name',
  'author_comments',
  'primary_type',
  'environment',
  'car',
  'mood',
  'difficulty',
  'routes',
  'tags',
  'replay_type',
  'track_value',
  'unlimiter_version',
  'author_time_ms',
  'author_score',
  'gold_target',
  'silver_target',
  'bronze_target',
  'is_public',
  'is_listed',
  'is_beta',
  'current_version',
  'uploaded_at',
  'updated_at',
  'activity_at',
  'awards',
  'comments',
  'downloads',
  'secret_key',
  'released_at',
  'release_at',
  'deleted_at',
  'deleted_by',
  'deleted_reason',
  'was_public',
  'was_listed',
  'hold',
  'held_at',
] as const satisfies readonly (keyof Database['track'])[];

/** Parses the id in an address; throws a Problem 404 if it is invalid. */
export function trackIdOf(text: string | undefined): number {
  const id = rowIdIn(text);
  if (id === null) throw notFound('This track');
  return id;
}

type TargetColumns = Pick<
  Selectable<Database['track']>,
  'primary_type' | 'author_time_ms' | 'author_score' | 'gold_target' | 'silver_target' | 'bronze_target'
>;

/** What the medals of a track's current version follow from. */
export const targetsIn = (track: TargetColumns): MedalSource => ({
  primaryType: track.primary_type,
  authorTimeMs: track.author_time_ms,
  authorScore: track.author_score,
  gold: track.gold_target,
  silver: track.silver_target,
  bronze: track.bronze_target,
});

/** The secret in the address of an unlisted track: `?key=…`. */
export const secretIn = (query: URLSearchParams): string | null => query.get('key');

/**
 * A track with its current file and the viewer's relation to it, if this viewer may see it; otherwise throws the same Problem
 * 404 as for an unknown track. `key` is the secret of its link, if given.
 */
export async function visibleTrack(ctx: Ctx, trackId: number, key: string | null = null) {
  const track = await storedTrack(ctx, trackId, key);
  if (track.deleted_at !== null) throw notFound('This track');
  return track;
}

const trackWithFile = (ctx: Ctx) =>
  forSite(ctx, 'track')
    .innerJoin('track_version as file', (join) =>
      join
        .onRef('file.site', '=', 'track.site')
        .onRef('file.track_id', '=', 'track.track_id')
        .onRef('file.version', '=', 'track.current_version'),
    )
    .where('track.track_id', '=', slot<number>('trackId'))
    .select(columns.map((column) => `track.${column}` as const))
    .select([
      'file.sha256',
      'file.file_size',
      'file.thumbnail_sha256',
      'file.uploaded_at as file_uploaded_at',
      'file.drawing_sha256',
      'file.drawing_hero_sha256',
      'file.drawing_tile_sha256',
      'file.drawing_raster_sha256',
      'file.drawing_about',
      'file.drawing_revision',
      'file.drawing_view',
    ])
    .select((eb) => relationColumns(ctx, eb, slot<number>('userId')));

/** The same, including deleted tracks that can be restored: these are neither public nor listed. */
export async function storedTrack(ctx: Ctx, trackId: number, key: string | null = null) {
  const { userId } = ctx.viewer;
  const isStored = trackId > 0 && trackId <= largestInteger;
  const [track] = isStored
    ? await readCompiled(
        ctx,
        userId > 0 ? 'track for a user' : 'track for visitors',
        () => trackWithFile(ctx),
        { trackId, userId },
      )
    : [];
  if (!track) throw notFound('This track');
  const relation = relationOf(ctx, track, key);
  if (!maySee({ isPublic: track.is_public, isListed: track.is_listed }, relation))
    throw notFound('This track');
  const { isAuthor, isPending, isModerator } = relation;
  return { ...track, relation, seesInside: isAuthor || isPending || isModerator };
}

export type StoredTrack = Awaited<ReturnType<typeof storedTrack>>;

/**
 * Reads a track that the viewer may see and locks it until the transaction ends, for the rule and the write that follow.
 * `find`: storedTrack if the track may be deleted.
 */
export async function lockedTrack(
  tx: TxCtx,
  trackId: number,
  find: typeof storedTrack = visibleTrack,
): Promise<StoredTrack> {
  await lockTrack(tx, trackId);
  return find(tx, trackId);
}

/** The current files of tracks by TrackId. The caller has checked that the viewer may see them. */
export async function filesOfTracks(ctx: Ctx, trackIds: readonly number[]) {
  const rows = await forSite(ctx, 'track')
    .innerJoin('track_version as file', (join) =>
      join
        .onRef('file.site', '=', 'track.site')
        .onRef('file.track_id', '=', 'track.track_id')
        .onRef('file.version', '=', 'track.current_version'),
    )
    .where('track.track_id', '=', sql<number>`any(${[...trackIds]}::integer[])`)
    .select(['track.track_id', 'file.sha256', 'file.file_size', 'file.uploaded_at'])
    .execute();
  return new Map(rows.map((row) => [row.track_id, row]));
}
