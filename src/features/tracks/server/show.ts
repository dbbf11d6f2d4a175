import { forSite } from '#db/for-site.ts';
import type { TrackFacts } from '#db/tables/track.ts';
import { trackFileName } from '#lib/format/filename.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { type Medals, medalsOf, type TrackRelation, visibilityLabel } from '../model.ts';
import { wasReleased } from './life/release.ts';
import { visibleTrack } from './repo.ts';

export interface TrackShowAuthor {
  userId: number;
  name: string;
  isUploader: boolean;
  isPending: boolean;
  /** '' when none was given */
  role: string;
}

/** One file of a track; the highest version is the current one. */
export interface TrackShowFile {
  version: number;
  uid: string;
  sha256: string;
  /** as named by the uploader */
  fileName: string;
  sizeBytes: number;
  /** the game that wrote it, one of lib/codes/game */
  game: string;
  facts: TrackFacts;
  hasThumbnail: boolean;
  uploadedAt: Date;
}

/** Everything the track page shows. */
export interface TrackShow {
  trackId: number;
  /** as typed, `$` codes included */
  name: string;
  /** the name without codes, for titles and file names */
  plainName: string;
  uploader: { userId: number; name: string };
  /** the uploader first; invitations not yet accepted only for authors and moderators */
  authors: TrackShowAuthor[];
  /** BB-code */
  authorComments: string | null;
  primaryType: number;
  /** 1-based, as car */
  environment: number;
  car: number;
  mood: number;
  difficulty: number;
  routes: number;
  tags: number[];
  replayType: number;
  trackValue: number;
  unlimiterVersion: number | null;
  authorTimeMs: number;
  medals: Medals;
  isPublic: boolean;
  isListed: boolean;
  isBeta: boolean;
  /** what the viewer is to it: pages ask the rules with it */
  relation: TrackRelation;
  /** for links that must lead others to it: authors and moderators get it, and who came by it; null when nobody needs it */
  secretKey: string | null;
  /** visibility label for authors and moderators, null for others */
  visibility: string | null;
  /** public now or once before */
  isReleased: boolean;
  /** when it becomes public by itself; null: it does not */
  releaseAt: Date | null;
  uploadedAt: Date;
  updatedAt: Date;
  activityAt: Date;
  awards: number;
  comments: number;
  downloads: number;
  /** the file one downloads */
  file: TrackShowFile;
  /** older files, newest first */
  olderFiles: TrackShowFile[];
  /** what a download is called, e.g. "Floodlight.Challenge.Gbx" */
  downloadName: string;
}

/** All about one track; `key`: the secret of its link. A Problem 404 for one that is not there or not for this viewer. */
export async function trackShow(ctx: Ctx, trackId: number, key: string | null = null): Promise<TrackShow> {
  const track = await visibleTrack(ctx, trackId, key);
  const [authors, files] = await Promise.all([
    authorsOf(ctx, trackId, track.seesInside),
    filesOf(ctx, trackId),
  ]);
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
    medals: medalsOf({
      primaryType: track.primary_type,
      authorTimeMs: track.author_time_ms,
      authorScore: track.author_score,
      gold: track.gold_target,
      silver: track.silver_target,
      bronze: track.bronze_target,
    }),
    ...shownTo,
    relation: track.relation,
    secretKey: shownTo.isListed || !(track.seesInside || track.relation.hasSecret) ? null : track.secret_key,
    visibility: track.seesInside ? visibilityLabel(shownTo) : null,
    isReleased: wasReleased(track),
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

async function authorsOf(ctx: Ctx, trackId: number, seesInvitations: boolean): Promise<TrackShowAuthor[]> {
  const rows = await forSite(ctx, 'track_author')
    .innerJoin('profile', (join) =>
      join
        .onRef('profile.site', '=', 'track_author.site')
        .onRef('profile.user_id', '=', 'track_author.user_id'),
    )
    .where('track_author.track_id', '=', trackId)
    .select(['profile.user_id', 'profile.name', 'is_uploader', 'is_pending', 'role'])
    .orderBy('is_uploader', 'desc')
    .orderBy('position')
    .orderBy('profile.user_id')
    .execute();
  return rows
    .filter(({ is_pending }) => seesInvitations || !is_pending)
    .map((row) => ({
      userId: row.user_id,
      name: row.name,
      isUploader: row.is_uploader,
      isPending: row.is_pending,
      role: row.role,
    }));
}

async function filesOf(ctx: Ctx, trackId: number): Promise<TrackShowFile[]> {
  const rows = await forSite(ctx, 'track_version')
    .where('track_id', '=', trackId)
    .selectAll()
    .orderBy('version', 'desc')
    .execute();
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
