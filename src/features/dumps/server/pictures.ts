import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';

/** A file with an address from which it can be fetched. */
export interface AddressedFile {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly path: string;
}

const anyOf = (ids: readonly number[]) => sql<number>`any(${[...ids]}::integer[])`;

/** The pictures of these tracks as clients get them that accept JPEG only; with 0, the thumbnails from their files. */
export async function picturesOfTracks(ctx: Ctx, ids: readonly number[]): Promise<AddressedFile[]> {
  if (ids.length === 0) return [];
  const rows = await forSite(ctx, 'track_image')
    .leftJoin('picture_file as file', (join) =>
      join
        .onRef('file.site', '=', 'track_image.site')
        .onRef('file.reference', '=', 'track_image.reference')
        .on('file.format', '=', 'jpeg'),
    )
    .innerJoin('blob', (join) =>
      join.on(sql<boolean>`blob.sha256 = coalesce(file.sha256, track_image.sha256)`),
    )
    .where('track_image.track_id', '=', anyOf(ids))
    .distinctOn(['track_image.track_id', 'track_image.position'])
    .orderBy('track_image.track_id')
    .orderBy('track_image.position')
    .orderBy('file.width', 'desc')
    .select(['track_image.track_id', 'track_image.position', 'blob.sha256', 'blob.size_bytes'])
    .execute();
  return rows.map(({ track_id, position, sha256, size_bytes }) => ({
    sha256,
    sizeBytes: size_bytes,
    path: routes.trackImage(track_id, position),
  }));
}

/** The thumbnails that the games stored in the files of these tracks. */
export async function thumbnailsOfTracks(ctx: Ctx, ids: readonly number[]): Promise<AddressedFile[]> {
  if (ids.length === 0) return [];
  const rows = await forSite(ctx, 'track')
    .innerJoin('track_version as v', (join) =>
      join
        .onRef('v.site', '=', 'track.site')
        .onRef('v.track_id', '=', 'track.track_id')
        .onRef('v.version', '=', 'track.current_version'),
    )
    .innerJoin('blob', 'blob.sha256', 'v.thumbnail_sha256')
    .where('track.track_id', '=', anyOf(ids))
    .orderBy('track.track_id')
    .select(['track.track_id', 'blob.sha256', 'blob.size_bytes'])
    .execute();
  return rows.map(({ track_id, sha256, size_bytes }) => ({
    sha256,
    sizeBytes: size_bytes,
    path: routes.trackImage(track_id, 0),
  }));
}

/** The pictures of these packs. */
export async function picturesOfPacks(ctx: Ctx, ids: readonly number[]): Promise<AddressedFile[]> {
  if (ids.length === 0) return [];
  const rows = await forSite(ctx, 'pack_picture')
    .innerJoin('blob', 'blob.sha256', 'pack_picture.sha256')
    .where('pack_id', '=', anyOf(ids))
    .where('format', '=', 'jpeg')
    .distinctOn('pack_id')
    .orderBy('pack_id')
    .orderBy('width', 'desc')
    .select(['pack_id', 'blob.sha256', 'blob.size_bytes'])
    .execute();
  return rows.map(({ pack_id, sha256, size_bytes }) => ({
    sha256,
    sizeBytes: size_bytes,
    path: routes.trackPackThumb(pack_id),
  }));
}

/** The avatars and banners that these users uploaded. */
export async function picturesOfUsers(ctx: Ctx, ids: readonly number[]): Promise<AddressedFile[]> {
  if (ids.length === 0) return [];
  const rows = await forSite(ctx, 'profile_picture')
    .innerJoin('blob', 'blob.sha256', 'profile_picture.sha256')
    .where('user_id', '=', anyOf(ids))
    .where('format', '=', 'jpeg')
    .distinctOn(['user_id', 'kind'])
    .orderBy('user_id')
    .orderBy('kind')
    .orderBy('width', 'desc')
    .select(['user_id', 'kind', 'blob.sha256', 'blob.size_bytes'])
    .execute();
  return rows.map(({ user_id, kind, sha256, size_bytes }) => ({
    sha256,
    sizeBytes: size_bytes,
    path: kind === 'avatar' ? routes.avatar(user_id) : routes.banner(user_id),
  }));
}
