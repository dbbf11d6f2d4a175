import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';

type Driven = Pick<{ track_id: number; uploader_id: number }, 'track_id' | 'uploader_id'>;

/** Other users with a replay on a track, on any version of it. */
export async function otherDrivers(ctx: Ctx, track: Driven): Promise<number> {
  const { drivers } = await replaysOfOthers(ctx, track)
    .select((eb) => eb.fn.count<number>('user_id').distinct().as('drivers'))
    .executeTakeFirstOrThrow();
  return Number(drivers);
}

/** Other users whose replay currently counts and would not count with a new file. */
export async function rankedOthers(ctx: Ctx, track: Driven): Promise<number[]> {
  const rows = await replaysOfOthers(ctx, track)
    .where('is_best', '=', true)
    .orderBy('result')
    .orderBy('replay_at')
    .orderBy('replay_id')
    .select('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

const replaysOfOthers = (ctx: Ctx, track: Driven) =>
  forSite(ctx, 'replay')
    .where('track_id', '=', track.track_id)
    .where('user_id', '<>', track.uploader_id)
    .where('deleted_at', 'is', null);
