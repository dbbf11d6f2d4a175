import { resultText } from '#features/replays/viewer/duel.ts';
import { readRun } from '#features/replays/viewer/server/repo.ts';
import { formatRank } from '#lib/format/ordinal.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { fullName } from '#platform/switches/site-name.ts';
import { visitor } from '#platform/viewer.ts';
import type { CardFacts } from '../card-facts.ts';
import { picturesOfTracks } from './subjects.ts';

/** What the card of a replay shows; null unless it is exactly one, whose run visitors may see. */
export async function replayFacts(
  ctx: Ctx,
  trackId: number,
  [replayId, ...others]: readonly number[],
): Promise<CardFacts | null> {
  if (replayId === undefined || others.length > 0) return null;
  const run = await readRun({ ...ctx, viewer: visitor }, trackId, replayId);
  if (!run) return null;
  const { row, primaryType, line } = run;
  const rank = row.Position === null ? null : formatRank(row.Position + 1);
  return {
    kind: 'replay',
    id: trackId,
    name: row.User.Name,
    fallback: `Replay ${replayId}`,
    by: `on ${stripGameText(run.trackName) || `Track ${trackId}`}`,
    number: resultText(primaryType, row),
    label: row.Position === 0 ? 'Record' : 'Replay',
    facts: rank === null ? [] : [rank],
    line,
    pictures: line ? [] : await picturesOfTracks(ctx, [trackId]),
    site: fullName(ctx),
  };
}
