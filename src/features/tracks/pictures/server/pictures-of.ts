import { forSite } from '#db/for-site.ts';
import { solidVersion } from '#lib/drawing/solid/track-solid.ts';
import { readCompiled } from '#platform/compiled.ts';
import type { Ctx } from '#platform/context.ts';
import { slot } from '#platform/lists/slots.ts';
import { routes } from '#routes/routes.ts';
import { visibleTrack } from '../../server/repo.ts';
import type { PicturesOfTrack, TrackPicture } from '../pictures.ts';
import { trackDrawings } from './drawing.ts';

/** What is read for the page of a track; its name and secret are known there. */
type TrackPicturesData = Omit<PicturesOfTrack, 'trackId' | 'plainName' | 'key'>;

const storedPictures = (ctx: Ctx) =>
  forSite(ctx, 'track_image')
    .leftJoin('picture_file as file', (join) =>
      join
        .onRef('file.site', '=', 'track_image.site')
        .onRef('file.reference', '=', 'track_image.reference')
        .on('file.format', '=', 'jpeg'),
    )
    .where('track_image.track_id', '=', slot<number>('trackId'))
    .select([
      'track_image.position',
      'track_image.sha256',
      'track_image.file_name',
      'track_image.file_size',
      'track_image.width',
      'track_image.height',
      'file.width as shown_width',
    ])
    .orderBy('track_image.position')
    .orderBy('file.width');

/** The pictures of a track in order, and whether it can be drawn; `key`: the secret of its link. */
export async function picturesOf(
  ctx: Ctx,
  trackId: number,
  key: string | null = null,
): Promise<TrackPicturesData> {
  const [track, rows] = await Promise.all([
    visibleTrack(ctx, trackId, key),
    readCompiled(ctx, 'pictures of a track', () => storedPictures(ctx), { trackId }),
  ]);
  const pictures = new Map<number, TrackPicture & { widths: number[] }>();
  for (const row of rows) {
    const picture = pictures.get(row.position) ?? {
      index: row.position,
      version: row.sha256.slice(0, 12),
      fileName: row.file_name,
      fileSize: row.file_size,
      width: row.width,
      height: row.height,
      widths: [],
    };
    picture.widths.push(row.shown_width ?? row.width);
    pictures.set(row.position, picture);
  }
  return {
    pictures: [...pictures.values()],
    hasThumbnail: track.thumbnail_sha256 !== null,
    environment: track.environment,
    drawing: trackDrawings(ctx, track) ? 'drawn' : track.drawing_revision === 0 ? 'pending' : 'none',
    drawingAbout: track.drawing_about,
    solid:
      track.drawing_view === null && track.drawing_revision > 0
        ? null
        : routes.trackSolid(
            trackId,
            solidVersion(track.sha256, track.drawing_hero_sha256),
            track.is_listed ? null : key,
          ),
    lineFrame: track.drawing_view && track.drawing_hero_sha256,
  };
}
