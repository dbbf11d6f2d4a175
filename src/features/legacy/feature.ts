import { feature } from '#platform/feature.ts';
import { type LegacyReactions, legacyRoutes } from './server/endpoints.ts';

/** Addresses that clients of former sites of this kind use. */
export const legacy = (reactions: LegacyReactions) =>
  feature({ name: 'legacy', uses: ['tracks', 'replays'], routes: legacyRoutes(reactions) });
