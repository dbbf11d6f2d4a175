import type { Ctx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import type { StoredCard } from '../card-facts.ts';
import { duelFacts } from './duel.ts';
import { replayFacts } from './replay.ts';
import { type CardKind, cardFacts, versionOf } from './subjects.ts';

/** The address of a card, with its version. */
export function cardAddress(facts: StoredCard, width: number | null = null): string {
  const parts = { version: versionOf(facts), width };
  switch (facts.kind) {
    case 'track':
      return routes.trackCard(facts.id, parts);
    case 'pack':
      return routes.packCard(facts.id, parts);
    case 'user':
      return routes.userCard(facts.id, parts);
    case 'edition':
      return routes.editionCard(parts);
    default:
      return facts.kind satisfies never;
  }
}

/** The address of the card of something; undefined if visitors may not see it. */
export async function cardOf(ctx: Ctx, kind: CardKind, id = 0): Promise<string | undefined> {
  const facts = await cardFacts(ctx, kind, id);
  return facts ? cardAddress(facts) : undefined;
}

/** The address of the card of two replays; undefined if visitors may not see both runs. */
export async function duelCard(
  ctx: Ctx,
  trackId: number,
  replayIds: readonly number[],
): Promise<string | undefined> {
  const facts = await duelFacts(ctx, trackId, replayIds);
  return facts ? routes.duelCard(trackId, replayIds, { version: versionOf(facts) }) : undefined;
}

/** The address of the card of a replay; undefined if visitors may not see its run. */
export async function replayCard(ctx: Ctx, trackId: number, replayId: number): Promise<string | undefined> {
  const facts = await replayFacts(ctx, trackId, [replayId]);
  return facts ? routes.replayCard(trackId, replayId, { version: versionOf(facts) }) : undefined;
}
