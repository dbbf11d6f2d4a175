import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';

/** A replay of the track, with everything that the sheet compares. */
export type Run = Awaited<ReturnType<typeof runById>>;

/** Runs of other drivers, the best of each. */
const maxOthers = 30;
/** Other runs of the same driver on this track, the newest first. */
const maxOwn = 10;

const runs = (ctx: Ctx) =>
  forSite(ctx, 'replay')
    .innerJoin('profile', (join) =>
      join.onRef('profile.site', '=', 'replay.site').onRef('profile.user_id', '=', 'replay.user_id'),
    )
    .select([
      'replay.replay_id',
      'replay.track_id',
      'replay.track_version',
      'replay.is_outdated',
      'replay.is_best',
      'replay.user_id',
      'profile.name',
      'replay.replay_time_ms',
      'replay.respawns',
      'replay.replay_score',
      'replay.replay_at',
      'replay.sha256',
      'replay.file_size',
      'replay.flags',
      'replay.driver_login',
      'replay.deleted_at',
    ]);

export async function runById(ctx: Ctx, replayId: number) {
  const run = await runs(ctx).where('replay.replay_id', '=', replayId).executeTakeFirst();
  if (!run) throw notFound('This replay');
  return run;
}

/** The runs that a sheet compares a run with: of the same version of the track, and the driver's own of any version. */
export async function runsToCompare(ctx: Ctx, run: Run): Promise<{ others: Run[]; own: Run[] }> {
  const [others, own] = await Promise.all([
    run.is_outdated ? bestOfVersion(ctx, run) : ranked(ctx, run),
    runs(ctx)
      .where('replay.track_id', '=', run.track_id)
      .where('replay.user_id', '=', run.user_id)
      .where('replay.replay_id', '<>', run.replay_id)
      .orderBy('replay.replay_at', 'desc')
      .orderBy('replay.replay_id', 'desc')
      .limit(maxOwn)
      .execute(),
  ]);
  return { others, own };
}

/** The board of the track: one run of each driver. */
const ranked = (ctx: Ctx, { track_id, user_id }: Run) =>
  runs(ctx)
    .where('replay.track_id', '=', track_id)
    .where('replay.is_best', '=', true)
    .where('replay.user_id', '<>', user_id)
    .orderBy('replay.result')
    .orderBy('replay.replay_at')
    .orderBy('replay.replay_id')
    .limit(maxOthers)
    .execute();

/** Enough to find `maxOthers` drivers on nearly every track. */
const maxRead = 200;

/** Older versions have no board: the best run of each driver among the best of the version. */
async function bestOfVersion(ctx: Ctx, { track_id, track_version, user_id }: Run): Promise<Run[]> {
  const found = await runs(ctx)
    .where('replay.track_id', '=', track_id)
    .where('replay.is_outdated', '=', true)
    .where('replay.track_version', '=', track_version)
    .where('replay.deleted_at', 'is', null)
    .where('replay.user_id', '<>', user_id)
    .orderBy('replay.result')
    .orderBy('replay.replay_at')
    .orderBy('replay.replay_id')
    .limit(maxRead)
    .execute();
  const drivers = new Set<number>();
  return found.filter((run) => !drivers.has(run.user_id) && drivers.add(run.user_id)).slice(0, maxOthers);
}
