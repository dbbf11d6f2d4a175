import { readDuel } from '#features/replays/viewer/server/repo.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { fullName } from '#platform/switches/site-name.ts';
import { visitor } from '#platform/viewer.ts';
import type { CardFacts } from '../card-facts.ts';
import { picturesOfTracks } from './subjects.ts';

/** What the card of two replays of a track shows; null if visitors may not see both runs. */
export async function duelFacts(
  ctx: Ctx,
  trackId: number,
  replayIds: readonly number[],
): Promise<CardFacts | null> {
  const found = await readDuel({ ...ctx, viewer: visitor }, trackId, replayIds);
  if (!found) return null;
  const { ahead, behind, lead, results } = found.duel;
  const trackName = stripGameText(found.trackName) || `Track ${trackId}`;
  return {
    kind: 'duel',
    id: trackId,
    name: lead === null ? `${ahead} level with ${behind}` : `${ahead} ahead of ${behind}`,
    fallback: `A duel on ${trackName}`,
    by: `on ${trackName}`,
    number: lead ?? results[0],
    label: lead === null ? 'Both' : 'Ahead by',
    facts: results,
    pictures: await picturesOfTracks(ctx, [trackId]),
    site: fullName(ctx),
  };
}
