import type { Clause } from '#platform/row-index/conditions.ts';
import type { TrackAudience } from '../../list/server/source.ts';
import { holding, withCode } from '../../list/server/track-facets.ts';

/** Which tracks this audience may see: in the index what `visibleTracks` is in SQL. */
export function visible(audience: TrackAudience, viewer: number): Clause[] {
  if (audience === 'moderator') return [];
  const own = audience === 'member' ? [withCode('author', viewer), withCode('invited', viewer)] : [];
  return [{ any: [holding('open'), ...own] }];
}
