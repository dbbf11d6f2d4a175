import type { Ctx } from '#platform/context.ts';
import { withoutVisibilityRule } from '#platform/lists/list.ts';
import { reader } from '#platform/lists/run.ts';
import { replays as board } from '../views.ts';
import { replayList } from './list.ts';

const read = reader(withoutVisibilityRule(replayList));

/** Drivers shown ahead of the viewer's own row where the leaderboard opens at it. */
const ahead = 5;

/**
 * The viewer's ranked replay on a track, at any depth, with the replay at which the page of the leaderboard around it begins (null: the
 * first page); null for visitors and viewers without one. Only for tracks that this viewer may see.
 */
export async function ownPlace(ctx: Ctx, trackId: number) {
  const { userId } = ctx.viewer;
  if (userId === 0) return null;
  const fields = board.fields;
  const own = await read(ctx, { fields, trackid: trackId, userid: userId, best: 1, count: 1 });
  const [replay] = own.Results;
  if (!replay) return null;
  const before = await read(ctx, {
    fields: ['ReplayId'],
    trackid: trackId,
    best: 1,
    before: replay.ReplayId,
    count: ahead,
  });
  return { replay, pageFrom: before.More ? (before.Results[0]?.ReplayId ?? null) : null };
}
