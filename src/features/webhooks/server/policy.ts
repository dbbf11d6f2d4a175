import { Level } from '#lib/codes/level.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Ctx } from '#platform/context.ts';

/** Users who have confirmed an address: a webhook makes this site send requests to others. */
export const mayHaveWebhooks = ({ viewer }: Pick<Ctx, 'viewer'>): Verdict =>
  viewer.level >= Level.standard ? yes : no('Confirm your email address before you create webhooks.');
