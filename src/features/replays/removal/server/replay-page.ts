import { rowIdIn } from '#lib/codes/ids.ts';
import { formatResult } from '#lib/format/result.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { conflict, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Ctx } from '#platform/context.ts';
import { countedScore } from '../../checks/checks.ts';
import { isSecretFor } from '../../model.ts';
import { isModeration, mayDelete, mayKeepSecret, mayRestore } from '../../server/policy.ts';
import { type VisibleReplay, visibleReplay } from '../../server/repo.ts';
import { factsOf } from './acts.ts';
import { postedAgain, runIsBack } from './posted-again.ts';

/** The rule about restoring, and whether the run has been posted again since. */
async function restoring(ctx: Ctx, found: VisibleReplay): Promise<Verdict> {
  const right = mayRestore(ctx.viewer, factsOf(found));
  if (!right.ok) return right;
  const again = await postedAgain(ctx, found.replay.replay_id);
  return again === null ? yes : conflict(runIsBack(again));
}

/** What the pages show that delete or restore a replay, or keep it secret. Throws a Problem 404 if the viewer may not see it. */
export async function replayPage(ctx: Ctx, idInPath: string | undefined, query: URLSearchParams) {
  const key = query.get('key')?.slice(0, 100) ?? null;
  const found = await visibleReplay(ctx, rowIdIn(idInPath), key);
  const { replay, track } = found;
  const run = { timeMs: replay.replay_time_ms, respawns: replay.respawns, score: replay.replay_score };
  const relation = {
    isDriver: replay.user_id === ctx.viewer.userId,
    isAuthor: track.relation.isAuthor,
    isModerator: track.relation.isModerator,
  };
  const isSecret = isSecretFor({ secretUntil: replay.secret_until }, relation, ctx.clock.now());
  return {
    replayId: replay.replay_id,
    trackId: track.track_id,
    trackName: stripGameText(track.name) || `Track ${track.track_id}`,
    key,
    result: isSecret
      ? 'Secret'
      : formatResult(track.primary_type, run.timeMs, countedScore(track.primary_type, run)),
    drivenAt: replay.replay_at,
    secretUntil: replay.secret_until,
    deletionReason: replay.deletion_reason,
    needsReason: isModeration(ctx.viewer, factsOf(found)),
    right: {
      delete: mayDelete(ctx.viewer, factsOf(found)),
      restore: await restoring(ctx, found),
      secret: mayKeepSecret(ctx.viewer, track.relation),
    },
  };
}
