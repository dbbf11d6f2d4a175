import { forSite } from '#db/for-site.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import { formatResult } from '#lib/format/result.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { assertAllowed, Problem } from '#platform/http/problem.ts';
import { countedScore } from '../../checks/checks.ts';
import { loginKey } from '../../checks/replay-file.ts';
import { loginsOf } from '../../logins/server/logins.ts';
import { maySeeEvidence } from '../../server/policy.ts';
import { visibleReplay } from '../../server/repo.ts';
import { type ComparableRun, sheetOf } from '../sheet.ts';
import { type Measured, measureFile, storedMeasurements } from './measure.ts';
import { queueMeasuring } from './measure-job.ts';
import { type Run, runById, runsToCompare } from './runs.ts';
import { recordView } from './view-record.ts';

/** What is known about the login of a run and of its driver. */
interface LoginFacts {
  /** as in the file; null if it names none */
  readonly inFile: string | null;
  /** a login of the internet identifies its driver; one of a local network does not */
  readonly identifies: boolean;
  readonly boundTo: { readonly UserId: number; readonly Name: string; readonly since: Date } | null;
  /** the driver's other logins */
  readonly others: readonly string[];
}

async function loginFacts(ctx: Ctx, { driver_login, user_id }: Run): Promise<LoginFacts> {
  const key = loginKey({ login: driver_login ?? '' });
  const [holder, logins] = await Promise.all([
    key === null
      ? undefined
      : forSite(ctx, 'game_login')
          .innerJoin('profile', (join) =>
            join
              .onRef('profile.site', '=', 'game_login.site')
              .onRef('profile.user_id', '=', 'game_login.user_id'),
          )
          .where('game_login.login_key', '=', key)
          .select(['profile.user_id', 'profile.name', 'game_login.bound_at'])
          .executeTakeFirst(),
    loginsOf(ctx, user_id),
  ]);
  return {
    inFile: driver_login,
    identifies: key !== null,
    boundTo: holder ? { UserId: holder.user_id, Name: holder.name, since: holder.bound_at } : null,
    others: logins.map(({ login }) => login).filter((login) => login.toLowerCase() !== key),
  };
}

/**
 * The evidence sheet of a replay. The view is recorded in the transaction that reads the replay. The first view measures its
 * file, and a job measures those it is compared with. Throws a Problem 403 for all but moderators.
 */
export async function evidenceSheet(ctx: Ctx, idInPath: string | undefined, query: URLSearchParams) {
  assertAllowed(maySeeEvidence(ctx.viewer));
  const { run, track } = await inTransaction(ctx, async (tx) => {
    const found = await visibleReplay(tx, rowIdIn(idInPath), query.get('key')?.slice(0, 100) ?? null);
    await recordView(tx, found.replay.replay_id);
    return { run: await runById(tx, found.replay.replay_id), track: found.track };
  });
  const [{ others, own }, login] = await Promise.all([runsToCompare(ctx, run), loginFacts(ctx, run)]);
  const stored = new Map(
    await storedMeasurements(
      ctx,
      [run, ...own, ...others].map(({ sha256 }) => sha256),
    ),
  );
  const waiting = [...own, ...others].filter(({ sha256 }) => !stored.has(sha256)).length;
  if (waiting > 0 || !stored.has(run.sha256))
    await ctx.limits.consume('evidence', { subject: `${ctx.viewer.accountId}` });
  if (waiting > 0) await queueMeasuring(ctx, run.replay_id);
  const measured = stored.get(run.sha256) ?? (await measuredNow(ctx, run));
  const found = await withShared(ctx, measured, [...own, ...others], stored);
  const shown = (row: Run) => shownRun(row, track.primary_type);
  return {
    replay: shown(run),
    trackId: track.track_id,
    trackName: stripGameText(track.name) || `Track ${track.track_id}`,
    key: track.is_listed ? null : query.get('key'),
    version: run.track_version,
    isOutdated: run.is_outdated,
    fileSize: run.file_size,
    flags: run.flags,
    login,
    waiting,
    ...sheetOf({
      measured,
      driverId: run.user_id,
      runs: [...own, ...others].map(
        (row): ComparableRun => ({
          ...shown(row),
          measured: stored.get(row.sha256) ?? null,
          shared: found.shared.get(row.sha256) ?? null,
        }),
      ),
    }),
    uncompared: found.reason,
  };
}

const shownRun = (run: Run, primaryType: number) => {
  const result = { timeMs: run.replay_time_ms, respawns: run.respawns, score: run.replay_score };
  return {
    replayId: run.replay_id,
    driver: { UserId: run.user_id, Name: run.name },
    result: formatResult(primaryType, result.timeMs, countedScore(primaryType, result)),
    drivenAt: run.replay_at,
    flags: run.flags,
    isDeleted: run.deleted_at !== null,
  };
};

/** Null: too many files wait to be read at the moment. */
async function measuredNow(ctx: Ctx, { sha256 }: Run): Promise<Measured | null> {
  try {
    return await measureFile(ctx, sha256);
  } catch (error) {
    if (error instanceof Problem && error.status === 503) return null;
    throw error;
  }
}

/** What the run has in common with those that are measured, by their files; `reason`: why that is not known. */
async function withShared(
  ctx: Ctx,
  measured: Measured | null,
  runs: readonly Run[],
  stored: ReadonlyMap<string, Measured>,
) {
  const changes = measured?.ok ? measured.changes : null;
  const others = runs.flatMap(({ sha256 }) => {
    const other = stored.get(sha256);
    return other?.ok && other.changes ? [{ sha256, changes: other.changes }] : [];
  });
  const none = { shared: new Map<string, never>(), reason: null };
  if (changes === null || others.length === 0) return none;
  try {
    const read = await ctx.gbx.sharedInputs(
      changes,
      others.map((other) => other.changes),
    );
    if (!read.ok)
      return { ...none, reason: 'Comparing the inputs takes too long right now. Reload this page.' };
    return { shared: new Map(others.map(({ sha256 }, i) => [sha256, read.shared[i] ?? null])), reason: null };
  } catch (error) {
    if (error instanceof Problem && error.status === 503) return { ...none, reason: error.message };
    throw error;
  }
}
