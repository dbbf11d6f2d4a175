import { type TrackAudience, trackAudience, trackIsSeen } from '#features/tracks/server/list.ts';
import { defineList } from '#platform/lists/list.ts';
import { order, orderOfArrival, orderWith } from '#platform/lists/orders.ts';
import { defaultReplayFields, type ReplayRow } from '../fields.ts';
import { replayFilters } from './filters.ts';
import { replayFields } from './select.ts';
import { fromAllReplays, fromReplays, type ReplaysDB } from './source.ts';

/** Replays: GET /api/replays, the records of a track or user. Limited to tracks that the viewer may see. */
export const replayList = defineList<ReplaysDB, 'r' | 't', ReplayRow, TrackAudience>({
  name: 'replays',
  about: 'Replays: with trackid the best result on the current version first, otherwise the newest first.',
  from: fromReplays,
  id: (eb) => eb.ref('r.replay_id'),
  fields: replayFields,
  defaultFields: defaultReplayFields,
  filters: replayFilters,
  orders: {
    // results of different tracks cannot be compared
    result: orderWith(
      'trackid',
      order(
        [1, 2],
        'result; ascending: those of the current version first, then the best',
        (eb) => eb.ref('r.is_outdated'),
        (eb) => eb.ref('r.result'),
        (eb) => eb.ref('r.replay_at'),
      ),
    ),
    driven: orderOfArrival([3, 4], 'driven', (eb) => eb.ref('r.replay_at')),
  },
  defaultOrder: (filters) =>
    filters.has('trackid') ? { by: 'result', descending: false } : { by: 'driven', descending: true },
  pageSize: { usual: 40, most: 1000 },
  audience: (ctx) => trackAudience(ctx.viewer),
  visible: trackIsSeen,
  cursors: { from: fromAllReplays, visible: trackIsSeen },
});
