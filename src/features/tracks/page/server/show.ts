import { forSite } from '#db/for-site.ts';
import { trackFileName } from '#lib/format/filename.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { readCompiled } from '#platform/compiled.ts';
import type { Ctx } from '#platform/context.ts';
import { slot } from '#platform/lists/slots.ts';
import { medalsOf, visibilityLabel } from '../../model.ts';
import { targetsIn, visibleTrack } from '../../server/repo.ts';
import { wasReleased } from '../../visibility/server/release.ts';
import type { TrackShow, TrackShowAuthor, TrackShowFile } from '../page-data.ts';

/** The data of the track page; `key`: the secret of its link. Throws a Problem 404 for an unknown or invisible track. */
export async function trackShow(ctx: Ctx, trackId: number, key: string | null = null): Promise<TrackShow> {
  const [track, all, files] = await Promise.all([
    visibleTrack(ctx, trackId, key),
    authorsOf(ctx, trackId),
    filesOf(ctx, trackId),
  ]);
  const authors = all.filter(({ isPending }) => track.seesInside || !isPending);
  const file = files.find(({ version }) => version === track.current_version);
  const uploader = authors.find(({ isUploader }) => isUploader);
  if (!file || !uploader) throw new Error(`Track ${ctx.site.code}/${trackId} lacks its file or its uploader`);
  const plainName = stripGameText(track.name);
  const shownTo = { isPublic: track.is_public, isListed: track.is_listed, isBeta: track.is_beta };
  return {
    trackId,
    name: track.name,
    plainName,
    uploader: { userId: uploader.userId, name: uploader.name },
    authors,
    authorComments: track.author_comments,
    primaryType: track.primary_type,
    environment: track.environment,
    car: track.car,
    mood: track.mood,
    difficulty: track.difficulty,
    routes: track.routes,
    tags: track.tags,
    replayType: track.replay_type,
    trackValue: track.track_value,
    unlimiterVersion: track.unlimiter_version,
    authorTimeMs: track.author_time_ms,
    medals: medalsOf(targetsIn(track)),
    ...shownTo,
    relation: track.relation,
    secretKey: shownTo.isListed || !(track.seesInside || track.relation.hasSecret) ? null : track.secret_key,
    visibility: track.seesInside ? visibilityLabel(shownTo) : null,
    isReleased: wasReleased(track),
    hold: track.hold,
    releaseAt: track.release_at,
    uploadedAt: track.uploaded_at,
    updatedAt: track.updated_at,
    activityAt: track.activity_at,
    awards: track.awards,
    comments: track.comments,
    downloads: track.downloads,
    file,
    olderFiles: files.filter((other) => other !== file),
    downloadName: trackFileName(plainName, trackId),
  };
}

const trackIdSlot = slot<number>('trackId');

const authorRows = (ctx: Ctx) =>
  forSite(ctx, 'track_author')
    .innerJoin('profile', (join) =>
      join
        .onRef('profile.site', '=', 'track_author.site')
        .onRef('profile.user_id', '=', 'track_author.user_id'),
    )
    .where('track_author.track_id', '=', trackIdSlot)
    .select([
      'profile.user_id',
      'profile.name',
      'profile.custom_url',
      'profile.tint',
      'is_uploader',
      'is_pending',
      'role',
    ])
    .orderBy('is_uploader', 'desc')
    .orderBy('position')
    .orderBy('profile.user_id');

/** The authors of a track, and who is invited to be one. */
async function authorsOf(ctx: Ctx, trackId: number): Promise<TrackShowAuthor[]> {
  const rows = await readCompiled(ctx, 'authors of a track', () => authorRows(ctx), { trackId });
  return rows.map((row) => ({
    userId: row.user_id,
    name: row.name,
    customUrl: row.custom_url,
    tint: row.tint,
    isUploader: row.is_uploader,
    isPending: row.is_pending,
    role: row.role,
  }));
}

const fileRows = (ctx: Ctx) =>
  forSite(ctx, 'track_version').where('track_id', '=', trackIdSlot).selectAll().orderBy('version', 'desc');

async function filesOf(ctx: Ctx, trackId: number): Promise<TrackShowFile[]> {
  const rows = await readCompiled(ctx, 'files of a track', () => fileRows(ctx), { trackId });
  return rows.map((row) => ({
    version: row.version,
    uid: row.uid,
    sha256: row.sha256,
    fileName: row.file_name,
    sizeBytes: row.file_size,
    game: row.game,
    facts: row.facts,
    hasThumbnail: row.thumbnail_sha256 !== null,
    uploadedAt: row.uploaded_at,
  }));
}
