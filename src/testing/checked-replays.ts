import type { GhostSpec, ReplaySpec } from '#lib/gbx/tools/replay-spec.ts';
import { sampleRun } from '#lib/gbx/tools/sample-run.ts';
import type { TestCtx } from './ctx.ts';
import type { trackWithFile } from './replays.ts';
import type { Uploader } from './uploader.ts';

/** A track with its file, see trackWithFile. */
export type Stored = Awaited<ReturnType<typeof trackWithFile>>;
type Db = TestCtx['db'];
type Run = ReturnType<typeof sampleRun>;

/**
 * A run of the track, changed or not. Each account needs one of its own, with another seed or time: the run of another account is
 * refused.
 */
export function runOf(
  { uid, file, blocks }: Stored,
  change: (run: Run) => GhostSpec = (run) => run,
  options: { readonly laps?: number; readonly seed?: number; readonly timeMs?: number } = {},
) {
  const run = sampleRun({ blocks, environment: 'Stadium', seed: 3, ...options });
  return { uid, map: file, bestTimeMs: run.timeMs, ghosts: [change(run)] } satisfies Partial<ReplaySpec>;
}
export const withTimes =
  (change: (times: NonNullable<Run['checkpoints']>) => Run['checkpoints']) => (run: Run) => ({
    ...run,
    checkpoints: change(run.checkpoints ?? []),
  });
/** Flies over everything between start and finish. */
export const offGates = (run: Run): GhostSpec => ({
  ...run,
  samples:
    run.samples?.map((sample, i, { length }) => {
      const [x, y, z] = sample.position;
      return i > 0.05 * length && i < 0.85 * length
        ? { ...sample, position: [x, y + 100, z] as const }
        : sample;
    }) ?? [],
});

/** A replay with the outcome of its comparison. */
export const checkedRow = (db: Db, replayId: number) =>
  db
    .selectFrom('replay')
    .leftJoin('replay_check as c', (join) =>
      join.onRef('c.site', '=', 'replay.site').onRef('c.replay_id', '=', 'replay.replay_id'),
    )
    .where('replay.site', '=', 'tmnf')
    .where('c.site', '=', 'tmnf')
    .where('replay.replay_id', '=', replayId)
    .select(['replay.is_best', 'replay.revoked_at', 'replay.deleted_at', 'replay.flags', 'replay.medal'])
    .select(['c.outcome', 'c.findings', 'c.held_at', 'c.version'])
    .executeTakeFirstOrThrow();
export const casesAbout = (db: Db, replayId: number) =>
  db
    .selectFrom('moderation_case')
    .innerJoin('case_source', (join) =>
      join
        .onRef('case_source.site', '=', 'moderation_case.site')
        .onRef('case_source.case_id', '=', 'moderation_case.case_id'),
    )
    .where('moderation_case.site', '=', 'tmnf')
    .where('case_source.site', '=', 'tmnf')
    .where('subject_kind', '=', 'replay')
    .where('subject_id', '=', replayId)
    .select(['source', 'hint', 'state', 'text', 'person_id', 'opened_at'])
    .execute();
export const noticesOf = (db: Db, who: Uploader) =>
  db
    .selectFrom('notice')
    .where('site', '=', 'tmnf')
    .where('user_id', '=', who.ctx.viewer.userId)
    .select(['kind', 'text'])
    .execute();
