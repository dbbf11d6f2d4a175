import { forSite } from '#db/for-site.ts';
import { targetsIn, visibleTrack } from '#features/tracks/server/repo.ts';
import type { MedalSource } from '#lib/codes/track.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { type DrivenTrack, replayIssues, type SiteFacts } from '../../checks/checks.ts';
import { loginKey, type ReplayFile } from '../../checks/replay-file.ts';
import { isRunOfAnother } from '../../checks/server/same-run.ts';
import type { Run } from '../../model.ts';
import { tracksElsewhere } from './other-editions.ts';

/** The page from which a replay is posted: that of a track, perhaps with the secret of its link. */
export interface Place {
  readonly trackId: number | null;
  readonly key: string | null;
}

export interface Track extends DrivenTrack {
  readonly version: number;
  /** file date of the version */
  readonly versionAt: Date;
  /** of the file of the version */
  readonly fileSha256: string;
  /** of the version; null: its file has not been read for them yet */
  readonly targets: MedalSource | null;
  readonly row: Awaited<ReturnType<typeof visibleTrack>>;
}

/** The track whose file has this UId, if the viewer may see it; null otherwise, also if it was deleted. A deleted one may have been uploaded again. */
export async function drivenTrack(ctx: Ctx, uid: string, { key }: Place): Promise<Track | null> {
  const file = await forSite(ctx, 'track_version')
    .innerJoin('track', (join) =>
      join
        .onRef('track.site', '=', 'track_version.site')
        .onRef('track.track_id', '=', 'track_version.track_id'),
    )
    .where('track.site', '=', ctx.site.code)
    .where('track.deleted_at', 'is', null)
    .where('uid', '=', uid)
    .select([
      'track_version.track_id',
      'track_version.version',
      'track_version.uploaded_at',
      'track_version.sha256',
      'track_version.targets',
    ])
    .executeTakeFirst();
  if (!file) return null;
  try {
    const row = await visibleTrack(ctx, file.track_id, key);
    const isCurrentVersion = row.current_version === file.version;
    return {
      trackId: row.track_id,
      name: row.name,
      primaryType: row.primary_type,
      isCurrentVersion,
      version: file.version,
      versionAt: file.uploaded_at,
      fileSha256: file.sha256,
      targets: isCurrentVersion ? targetsIn(row) : file.targets,
      row,
    };
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}

interface Found {
  readonly file: ReplayFile;
  readonly sha256: string;
}

/**
 * What the rules need to know about the site. It does not change during a transaction that has locked the track and the login.
 */
async function siteFactsOf(ctx: Ctx, { file, sha256 }: Found, track: Track | null): Promise<SiteFacts> {
  const [sameFile, runOfAnother, best, elsewhere, loginOf] = await Promise.all([
    sameFileOf(ctx, sha256, track),
    track !== null && isRunOfAnother(ctx, file, track),
    track && ownBest(ctx, track),
    track ? [] : tracksElsewhere(ctx, file.uid),
    holderOf(ctx, file),
  ]);
  return {
    sameFile,
    runOfAnother,
    ownBest: best,
    elsewhere: elsewhere.map(({ site }) => site.label),
    loginOf,
  };
}

/** The replay with this file that says most about whether it may be posted: one that is not deleted, then one that others deleted. */
async function sameFileOf(ctx: Ctx, sha256: string, track: Track | null): Promise<SiteFacts['sameFile']> {
  const me = ctx.viewer.userId;
  const rows = await forSite(ctx, 'replay')
    .innerJoin('track', (join) =>
      join.onRef('track.site', '=', 'replay.site').onRef('track.track_id', '=', 'replay.track_id'),
    )
    .where('track.site', '=', ctx.site.code)
    // replays of a deleted track do not prevent the same on the track that was uploaded again
    .where('track.deleted_at', 'is', null)
    .where('replay.sha256', '=', sha256)
    .select([
      'replay.replay_id',
      'replay.track_id',
      'replay.user_id',
      'replay.deleted_at',
      'replay.deleted_by',
      'replay.hidden_with_account',
    ])
    .orderBy('replay.replay_id', 'desc')
    .execute();
  const found = rows
    // one on a track that the viewer may not see looks unknown, like the track itself
    .filter((row) => row.user_id === me || row.track_id === track?.trackId)
    .map((row) => ({
      replayId: row.replay_id,
      trackId: row.track_id,
      isOwn: row.user_id === me,
      deletedBy: deletedBy(row),
    }));
  const first = (wanted: readonly string[]) => found.find((same) => wanted.includes(same.deletedBy));
  return first(['nobody']) ?? first(['moderator', 'account']) ?? found.find(({ isOwn }) => isOwn) ?? null;
}

function deletedBy(row: {
  user_id: number;
  deleted_at: Date | null;
  deleted_by: number | null;
  hidden_with_account: boolean;
}): NonNullable<SiteFacts['sameFile']>['deletedBy'] {
  if (row.deleted_at === null) return 'nobody';
  if (row.hidden_with_account) return 'account';
  return row.deleted_by === row.user_id ? 'driver' : 'moderator';
}

async function ownBest(ctx: Ctx, { trackId, version }: Track): Promise<Run | null> {
  const best = await forSite(ctx, 'replay')
    .where('track_id', '=', trackId)
    .where('user_id', '=', ctx.viewer.userId)
    .where('track_version', '=', version)
    .where('deleted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .orderBy('result')
    .limit(1)
    .select(['replay_time_ms', 'respawns', 'replay_score'])
    .executeTakeFirst();
  return best ? { timeMs: best.replay_time_ms, respawns: best.respawns, score: best.replay_score } : null;
}

async function holderOf(ctx: Ctx, file: ReplayFile): Promise<SiteFacts['loginOf']> {
  const key = loginKey(file);
  if (key === null) return 'nobody';
  const holder = await forSite(ctx, 'game_login')
    .where('login_key', '=', key)
    .select('user_id')
    .executeTakeFirst();
  if (!holder) return 'nobody';
  return holder.user_id === ctx.viewer.userId ? 'viewer' : 'other';
}

/** The issues of a replay, by the rules of checks.ts. */
export async function issuesOf(ctx: Ctx, found: Found, track: Track | null, place: Place) {
  const siteFacts = await siteFactsOf(ctx, found, track);
  const { site } = ctx;
  return replayIssues({ site, file: found.file, track, expectedTrackId: place.trackId, siteFacts });
}
