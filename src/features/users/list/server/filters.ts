import { sql } from 'kysely';
import {
  atLeast,
  atMost,
  filter,
  flagFilter,
  idsFilter,
  lookedUp,
  nameFilter,
  since,
  until,
} from '#platform/lists/filters.ts';
import type { Filter } from '#platform/lists/list.ts';
import { idList } from '#platform/lists/params.ts';
import { namedUsers } from './name-filters.ts';
import { formerService, isCrew, isFavorite, isSupporter, type UsersDB } from './source.ts';

/** The filters of users. */
export const userFilters: Readonly<Record<string, Filter<UsersDB, 'p'>>> = {
  id: idsFilter('UserIds', (eb) => eb.ref('p.user_id')),
  name: lookedUp(
    nameFilter(
      'a part of the name, or a UserId',
      (eb) => eb.ref('p.name_folded'),
      (eb) => eb.ref('p.user_id'),
    ),
    namedUsers((eb) => eb.ref('p.user_id')),
  ),
  mxid: filter('ids on the sister site; no user has one here', idList(), () => sql<boolean>`false`),
  tracksmin: atLeast('tracks, at least', (eb) => eb.ref('p.tracks')),
  tracksmax: atMost('tracks, at most', (eb) => eb.ref('p.tracks')),
  awardsmin: atLeast('awards received, at least', (eb) => eb.ref('p.awards_received')),
  awardsmax: atMost('awards received, at most', (eb) => eb.ref('p.awards_received')),
  awardsgivenmin: atLeast('awards given, at least', (eb) => eb.ref('p.awards_given')),
  awardsgivenmax: atMost('awards given, at most', (eb) => eb.ref('p.awards_given')),
  registeredafter: since('registered at this time or later', (eb) => eb.ref('p.registered_at')),
  registeredbefore: until('registered at this time or earlier', (eb) => eb.ref('p.registered_at')),
  insupporters: flagFilter('supporters of the site', isSupporter),
  inmoderators: flagFilter('the crew: moderators, site leaders, administrators', isCrew),
  informercrew: flagFilter('former crew', (eb) =>
    eb.exists(formerService(eb).select((one) => one.lit(1).as('one'))),
  ),
  infavorite: flagFilter("the viewer's favourites", isFavorite),
};
