import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { largestInteger } from '#lib/codes/ids.ts';
import { isModerator } from '#lib/codes/level.ts';
import type { Ctx } from '#platform/context.ts';
import { countedScore, runOf } from '../../checks/checks.ts';
import type { ReplayFile } from '../../checks/replay-file.ts';
import { isHeld } from '../../checks/server/track-flags.ts';
import { gapBetween } from '../../gap.ts';
import { medalOf } from '../../medal.ts';
import { isSecretFor, type Run, resultOf } from '../../model.ts';
import { positionAt } from '../../ranking/server/rank-blocks.ts';
import type { ReplayAnalysis } from '../analysis.ts';
import type { Track } from './site-facts.ts';

/** The medal of the version driven; 0 until its file was read for it, after which a job corrects it. */
export const medalOn = ({ targets }: Track, file: ReplayFile): number =>
  targets === null ? 0 : medalOf(targets, runOf(targets.primaryType, file));

type Preview = Pick<
  ReplayAnalysis,
  'Track' | 'IsOldVersion' | 'ReplayScore' | 'Medal' | 'Position' | 'Difference'
>;

/** What a run would be worth on its track if it were posted now. */
export async function previewOf(ctx: Ctx, file: ReplayFile, track: Track | null): Promise<Preview> {
  if (track === null)
    return { Track: null, IsOldVersion: false, ReplayScore: 0, Medal: 0, Position: null, Difference: null };
  const run = runOf(track.primaryType, file);
  const { isCurrentVersion } = track;
  const isRanked = isCurrentVersion && !isHeld(file);
  return {
    Track: { TrackId: track.trackId, TrackName: track.name, Type: track.primaryType },
    IsOldVersion: !isCurrentVersion,
    ReplayScore: countedScore(track.primaryType, run),
    Medal: medalOn(track, file),
    Position: isRanked ? await positionOf(ctx, track, run) : null,
    Difference: isRanked ? await toRecord(ctx, track, run) : null,
  };
}

/** The number of other drivers whose best is at least as good. */
async function positionOf(ctx: Ctx, { trackId, primaryType }: Track, run: Run): Promise<number> {
  const result = resultOf(primaryType, run);
  const behindEqual = { result: String(result), replayAt: 'infinity', replayId: largestInteger };
  const { rows } = await sql<{ before: number }>`
    select ${positionAt(ctx.site.code, trackId, behindEqual)} - (select count(*) from replay o where o.site = ${ctx.site.code}
      and o.track_id = ${trackId} and o.is_best and o.user_id = ${ctx.viewer.userId}
      and o.result <= ${result}::bigint)::integer as before`.execute(ctx.db);
  return rows[0]?.before ?? 0;
}

/** Null without a record, and while its time is secret from the viewer. */
async function toRecord(ctx: Ctx, { trackId, primaryType, row }: Track, run: Run): Promise<number | null> {
  const record = await forSite(ctx, 'replay')
    .where('track_id', '=', trackId)
    .where('is_best', '=', true)
    .orderBy('result')
    .orderBy('replay_at')
    .orderBy('replay_id')
    .limit(1)
    .select(['user_id', 'replay_time_ms', 'respawns', 'replay_score', 'secret_until'])
    .executeTakeFirst();
  if (!record) return null;
  const relation = {
    isDriver: record.user_id === ctx.viewer.userId,
    isAuthor: row.relation.isAuthor,
    isModerator: isModerator(ctx.viewer),
  };
  if (isSecretFor({ secretUntil: record.secret_until }, relation, ctx.clock.now())) return null;
  const driven = {
    timeMs: record.replay_time_ms,
    respawns: record.respawns,
    score: record.replay_score,
  };
  const wire = (one: Run) => ({
    ReplayTime: one.timeMs,
    ReplayScore: countedScore(primaryType, one),
    ReplayRespawns: one.respawns,
    IsSecret: false,
  });
  return gapBetween(primaryType, wire(driven), wire(run))?.behind ?? null;
}
