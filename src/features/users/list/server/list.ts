import { sql } from 'kysely';
import { userOrderCodes } from '#lib/codes/orders.ts';
import { defineList } from '#platform/lists/list.ts';
import { byRelevance, order, orderOfArrival, orderWith } from '#platform/lists/orders.ts';
import { defaultUserFields, type UserRow } from '../fields.ts';
import { userFilters } from './filters.ts';
import { namedUsers } from './name-filters.ts';
import { personFields } from './person-fields.ts';
import { userFields } from './select.ts';
import { crewLevel, fromUsers, type UsersDB } from './source.ts';

export { namedUsers, personFields };

/** Users: GET /api/users, /usersearch, /crew, and searches by name. All users are public. */
export const userList = defineList<UsersDB, 'p', UserRow, 'everyone'>({
  name: 'users',
  about: 'Users of this edition, and its crew.',
  from: fromUsers,
  id: (eb) => eb.ref('p.user_id'),
  fields: userFields,
  defaultFields: defaultUserFields,
  filters: userFilters,
  orders: {
    name: order(userOrderCodes.name, 'name', (eb) => eb.ref('p.name_folded')),
    tracks: order(userOrderCodes.tracks, 'tracks', (eb) => eb.ref('p.tracks')),
    packs: order(userOrderCodes.packs, 'trackpacks', (eb) => eb.ref('p.packs')),
    awardsReceived: order(userOrderCodes.awardsReceived, 'awards received', (eb) =>
      eb.ref('p.awards_received'),
    ),
    awardsGiven: order(userOrderCodes.awardsGiven, 'awards given', (eb) => eb.ref('p.awards_given')),
    commentsReceived: order(userOrderCodes.commentsReceived, 'comments received', (eb) =>
      eb.ref('p.comments_received'),
    ),
    commentsGiven: order(userOrderCodes.commentsGiven, 'comments given', (eb) => eb.ref('p.comments_given')),
    forumPosts: order(userOrderCodes.forumPosts, 'forum posts', (eb) => eb.ref('p.forum_posts')),
    forumThreads: order(userOrderCodes.forumThreads, 'forum threads', (eb) => eb.ref('p.forum_threads')),
    registered: orderOfArrival(userOrderCodes.registered, 'registered', (eb) => eb.ref('p.registered_at')),
    videosPosted: order(userOrderCodes.videosPosted, 'videos posted', (eb) => eb.ref('p.videos_posted')),
    videosCreated: order(userOrderCodes.videosCreated, 'videos created', (eb) => eb.ref('p.videos_created')),
    replays: order(userOrderCodes.replays, 'replays', (eb) => eb.ref('p.replays')),
    favorites: order(userOrderCodes.favorites, 'favourites', (eb) => eb.ref('p.favorites')),
    achievements: order(userOrderCodes.achievements, 'achievements', (eb) => eb.ref('p.achievements')),
    authorMedals: order(userOrderCodes.authorMedals, 'author medals', (eb) => eb.ref('p.author_medals')),
    goldMedals: order(userOrderCodes.goldMedals, 'gold medals', (eb) => eb.ref('p.gold_medals')),
    silverMedals: order(userOrderCodes.silverMedals, 'silver medals', (eb) => eb.ref('p.silver_medals')),
    bronzeMedals: order(userOrderCodes.bronzeMedals, 'bronze medals', (eb) => eb.ref('p.bronze_medals')),
    // our own order: the crew page is sorted by rank
    crewRole: orderWith(
      'inmoderators',
      order(userOrderCodes.crewRole, 'role in the crew', (eb) => sql<number>`coalesce(${crewLevel(eb)}, 0)`),
    ),
  },
  relevance: byRelevance((eb) => eb.ref('p.name_folded')),
  // a search by name shows the best match first, otherwise the newest users
  defaultOrder: (filters) =>
    filters.has('name') ? { by: 'relevance', descending: false } : { by: 'registered', descending: true },
  oneOrder: true,
  idsFirst: ['tracksmin', 'tracksmax', 'awardsmin', 'awardsmax', 'awardsgivenmin', 'awardsgivenmax'],
  pageSize: { usual: 40, most: 1000 },
  audience: () => 'everyone',
  // the account is closed: the profile is only the name of what others still see
  visible: (eb) => eb('p.closed_at', 'is', null),
});
