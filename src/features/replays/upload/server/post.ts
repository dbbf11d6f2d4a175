import { type Selectable, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { forSite } from '#db/for-site.ts';
import { nextId } from '#db/ids.ts';
import { lockTrack } from '#features/tracks/server/counters.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inRetriedTransaction } from '#platform/ctx.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import { problemOf } from '#platform/uploads/results.ts';
import { availableUpload } from '#platform/uploads/staged-upload.ts';
import { countedScore, runOf } from '../../checks/checks.ts';
import type { ReplayFlag } from '../../checks/flags.ts';
import { loginKey, type ReplayFile } from '../../checks/replay-file.ts';
import { isHeld, noteChecked, trackFlags } from '../../checks/server/track-flags.ts';
import { bindLogin } from '../../logins/server/logins.ts';
import { resultOf } from '../../model.ts';
import type { ReplayChange } from '../../ranking/changes.ts';
import { type OnReplayChange, placeReplay } from '../../ranking/server/rank.ts';
import type { PostedReplay } from '../analysis.ts';
import { notifyBeaten } from './notify-beaten.ts';
import { medalOn } from './preview.ts';
import { drivenTrack, issuesOf, type Place, type Track } from './site-facts.ts';

type Upload = Pick<
  Selectable<Database['replay_upload']>,
  'upload_key' | 'sha256' | 'file_name' | 'file_size' | 'facts' | 'replay_id'
>;

const fileOf = ({ facts }: Pick<Upload, 'facts'>) => facts as ReplayFile; // written by replayFiles, which accepts nothing else

/**
 * Turns an analysed replay into a posted one, in one transaction that locks the upload, the track and the login: the rules are
 * applied again to the current state, and repeated or concurrent requests post it once and all return it.
 */
export async function postReplay(
  ctx: Ctx,
  uploadKey: string,
  place: Place,
  onChange: readonly OnReplayChange[],
): Promise<PostedReplay> {
  return inRetriedTransaction(ctx, async (tx) => {
    const upload = await lockedUpload(tx, uploadKey);
    if (upload.replay_id !== null) return postedBefore(tx, upload.replay_id);
    const file = fileOf(upload);
    const login = loginKey(file);
    const [, track] = await Promise.all([
      lockUntilCommit(tx, `replay ${tx.site.code} ${upload.sha256}`),
      lockedTrackOf(tx, file, place),
    ]);
    if (login !== null) await lockUntilCommit(tx, `login ${tx.site.code} ${login}`);
    await assertAccepted(tx, upload, track, place);
    if (!track) throw new Error('A replay without a track was accepted.');
    const replayId = await insertReplay(tx, upload, track);
    const change: ReplayChange = {
      kind: 'posted',
      trackId: track.trackId,
      replayId,
      userId: tx.viewer.userId,
    };
    const posted = tx.db
      .updateTable('replay_upload')
      .set({ replay_id: replayId })
      .where('site', '=', sql.lit(tx.site.code))
      .where('upload_key', '=', uploadKey);
    const [placed, bound] = await Promise.all([
      placeReplay(tx, change),
      bindLogin(tx, file, replayId),
      noteChecked(tx, { replayId, userId: tx.viewer.userId, track: track.row }, file.run ?? null),
      posted.execute(),
    ]);
    for (const react of onChange) await react(tx, change, placed);
    await notifyBeaten(tx, track, placed);
    const run = runOf(track.primaryType, file);
    return postedOf(replayId, {
      ...track.row,
      replay_time_ms: run.timeMs,
      replay_score: run.score,
      respawns: run.respawns,
      position: placed.position,
      medal: medalOn(track, file),
      bound,
    });
  });
}

async function lockedUpload(tx: TxCtx, key: string): Promise<Upload> {
  const upload = await forSite(tx, 'replay_upload')
    .where('upload_key', '=', key)
    .where('user_id', '=', tx.viewer.userId)
    .select(['upload_key', 'sha256', 'file_name', 'file_size', 'facts', 'replay_id'])
    .forUpdate()
    .executeTakeFirst();
  return availableUpload(upload, 'replay');
}

/** Locks the track before it is read, so that neither its version nor its board changes until the end. */
async function lockedTrackOf(tx: TxCtx, { uid }: ReplayFile, place: Place): Promise<Track | null> {
  const found = await drivenTrack(tx, uid, place);
  if (!found) return null;
  const [, track] = await Promise.all([lockTrack(tx, found.trackId), drivenTrack(tx, uid, place)]);
  return track;
}

async function assertAccepted(tx: TxCtx, upload: Upload, track: Track | null, place: Place): Promise<void> {
  const issues = await issuesOf(tx, { file: fileOf(upload), sha256: upload.sha256 }, track, place);
  const problem = problemOf(upload.file_name, issues, 'ReplayFile');
  if (problem) throw problem;
}

/** Inserts the row of a replay; `id`: a free one that it takes. Its place on the board follows. */
export async function insertReplay(
  tx: TxCtx,
  upload: Pick<Upload, 'sha256' | 'file_size' | 'facts'>,
  track: Track,
  id: number | null = null,
): Promise<number> {
  const file = fileOf(upload);
  const run = runOf(track.primaryType, file);
  const otherCar: ReplayFlag[] = file.car !== null && file.car !== track.row.car ? ['other-car'] : [];
  const now = tx.clock.now();
  const { replay_id } = await tx.db
    .insertInto('replay')
    .values({
      site: tx.site.code,
      replay_id: id ?? nextId('replay', tx.site.code),
      track_id: track.trackId,
      track_version: track.version,
      is_outdated: !track.isCurrentVersion,
      user_id: tx.viewer.userId,
      replay_time_ms: run.timeMs,
      replay_score: run.score,
      respawns: run.respawns,
      result: resultOf(track.primaryType, run),
      replay_at: now,
      track_at: track.versionAt,
      medal: medalOn(track, file),
      driver_login: file.login === '' ? null : file.login,
      sha256: upload.sha256,
      file_size: upload.file_size,
      run_inputs: file.identity?.inputs ?? null,
      run_line: file.identity?.line ?? null,
      secret_until: null,
      revoked_at: isHeld(file) ? now : null,
      flags: [...file.flags, ...otherCar, ...trackFlags(file.run)],
    })
    .returning('replay_id')
    .executeTakeFirstOrThrow();
  return replay_id;
}

interface Posted {
  readonly track_id: number;
  readonly name: string;
  readonly primary_type: number;
  readonly position: number | null;
  readonly medal: number;
  readonly replay_time_ms: number;
  readonly replay_score: number | null;
  readonly respawns: number;
  /** the login that it bound */
  readonly bound: string | null;
}

const postedOf = (ReplayId: number, posted: Posted): PostedReplay => ({
  ReplayId,
  TrackId: posted.track_id,
  TrackName: stripGameText(posted.name),
  Position: posted.position,
  Medal: posted.medal,
  ReplayTime: posted.replay_time_ms,
  ReplayScore: countedScore(posted.primary_type, {
    timeMs: posted.replay_time_ms,
    score: posted.replay_score,
    respawns: posted.respawns,
  }),
  Type: posted.primary_type,
  ...(posted.bound !== null && { BoundLogin: posted.bound }),
});

const position = sql<
  number | null
>`case when replay.is_best then replay_position(replay.site, replay.track_id,
  replay.result, replay.replay_at, replay.replay_id) end`;

async function postedBefore(tx: TxCtx, replayId: number): Promise<PostedReplay> {
  const [posted] = await postedReplays(tx, [replayId]);
  if (!posted) throw new Error(`Replay ${replayId} was posted, but is not there.`);
  return posted;
}

/** What became of the viewer's replays with these ids. */
export async function postedReplays(ctx: Ctx, replayIds: readonly number[]): Promise<PostedReplay[]> {
  if (replayIds.length === 0) return [];
  const replays = await forSite(ctx, 'replay')
    .innerJoin('track', (join) =>
      join.onRef('track.site', '=', 'replay.site').onRef('track.track_id', '=', 'replay.track_id'),
    )
    .leftJoin('game_login', (join) =>
      join
        .onRef('game_login.site', '=', 'replay.site')
        .onRef('game_login.replay_id', '=', 'replay.replay_id')
        .onRef('game_login.user_id', '=', 'replay.user_id'),
    )
    .where('track.site', '=', ctx.site.code)
    .where('replay.replay_id', 'in', replayIds)
    .where('replay.user_id', '=', ctx.viewer.userId)
    .orderBy('replay.replay_id')
    .select([
      'replay.replay_id',
      'track.track_id',
      'track.name',
      'track.primary_type',
      'replay.medal',
      'replay.replay_time_ms',
      'replay.replay_score',
      'replay.respawns',
      'game_login.login as bound',
      position.as('position'),
    ])
    .execute();
  return replays.map((replay) => postedOf(replay.replay_id, replay));
}
