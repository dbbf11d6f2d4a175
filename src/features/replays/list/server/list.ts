import { type ExpressionBuilder, sql } from 'kysely';
import { type TrackAudience, trackAudience, trackIsSeen } from '#features/tracks/list/server/list.ts';
import { inner } from '#platform/lists/fields.ts';
import { filter, flagFilter, idFilter, idsFilter } from '#platform/lists/filters.ts';
import { defineList, type Filter } from '#platform/lists/list.ts';
import { order, orderOfCreation, orderWith } from '#platform/lists/orders.ts';
import { text } from '#platform/lists/params.ts';
import { viewerIsModerator } from '#platform/lists/slots.ts';
import { secretAs } from '../../secret/server/secret-sql.ts';
import { defaultReplayFields, type ReplayRow } from '../fields.ts';
import { comparedReplays } from './gaps.ts';
import { replayFields } from './select.ts';
import { fromAllReplays, fromReplays, type ReplaysDB } from './source.ts';

/** The filters of replays. */
const replayFilters: Readonly<Record<string, Filter<ReplaysDB, 'r' | 't'>>> = {
  id: idsFilter('ReplayIds', (eb) => eb.ref('r.replay_id')),
  trackid: idFilter('replays of this track, best result first', (eb) => eb.ref('r.track_id')),
  userid: idFilter('replays of this driver', (eb) => eb.ref('r.user_id')),
  best: flagFilter('each driver’s best on the current version; 0: only the others', (eb) =>
    eb('r.is_best', '=', eb.lit(true)),
  ),
  outdated: flagFilter('replays of older versions of the track', (eb) =>
    eb('r.is_outdated', '=', eb.lit(true)),
  ),
  driverlogin: filter('replays with this login in the file; for moderators only', text, (eb, login) =>
    eb.and([viewerIsModerator, eb('r.driver_login', '=', login)]),
  ),
};

/**
 * `shown`: without replays whose result is secret to the viewer. Tools read a time of 0 as a record, so these replays are left out,
 * unless the client requests the field that marks them.
 */
type ReplayAudience = TrackAudience | `${TrackAudience} shown`;
const isShown = (audience: ReplayAudience): audience is `${TrackAudience} shown` =>
  audience.endsWith(' shown');

function isSeen(eb: ExpressionBuilder<ReplaysDB, 'r' | 't'>, audience: ReplayAudience) {
  if (!isShown(audience)) return trackIsSeen(eb, audience);
  const ofTracks = audience.slice(0, -' shown'.length) as TrackAudience; // see ReplayAudience
  return eb.and([trackIsSeen(eb, ofTracks), sql<boolean>`not ${secretAs('r')}`]);
}

/** Replays: GET /api/replays, the records of a track or user. Limited to tracks that the viewer may see. */
export const replayList = defineList<ReplaysDB, 'r' | 't', ReplayRow, ReplayAudience>({
  name: 'replays',
  about:
    'Replays: with trackid the best result on the current version first, otherwise the newest first. Those with a secret result are listed only if IsSecret is requested, with the result 0.',
  from: fromReplays,
  id: (eb) => eb.ref('r.replay_id'),
  fields: replayFields,
  shared: comparedReplays,
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
    driven: orderOfCreation([3, 4], 'uploaded', (eb) => eb.ref('r.replay_at')),
  },
  defaultOrder: (filters) =>
    filters.has('trackid') ? { by: 'result', descending: false } : { by: 'driven', descending: true },
  pageSize: { usual: 40, most: 1000 },
  audience(viewer, _, fields) {
    const audience = trackAudience(viewer);
    return inner(fields, 'IsSecret') ? audience : `${audience} shown`;
  },
  visible: isSeen,
  cursors: { from: fromAllReplays, visible: isSeen },
});
