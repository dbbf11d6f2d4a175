import { filter, flagFilter, idFilter, idsFilter } from '#platform/lists/filters.ts';
import type { Filter } from '#platform/lists/list.ts';
import { text } from '#platform/lists/params.ts';
import { viewerIsModerator } from '#platform/lists/slots.ts';
import type { ReplaysDB } from './source.ts';

/** The filters of replays. */
export const replayFilters: Readonly<Record<string, Filter<ReplaysDB, 'r' | 't'>>> = {
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
