import { sql } from 'kysely';
import { defineList } from '#platform/lists/list.ts';
import { byRelevance, order, orderOfArrival, orderWith } from '#platform/lists/orders.ts';
import { defaultUserFields, type UserRow } from '../fields.ts';
import { userFilters } from './filters.ts';
import { namedUsers } from './names.ts';
import { userFields } from './select.ts';
import { fromUsers, type UsersDB } from './source.ts';

export { namedUsers };

/** Users: GET /api/users, /usersearch, /crew, and searches by name. All users are public. */
export const userList = defineList<UsersDB, 'p' | 'crew', UserRow, 'everyone'>({
  name: 'users',
  about: 'Users of this edition, and its crew.',
  from: fromUsers,
  id: (eb) => eb.ref('p.user_id'),
  fields: userFields,
  defaultFields: defaultUserFields,
  filters: userFilters,
  orders: {
    name: order([1, 2], 'name', (eb) => eb.ref('p.name_folded')),
    tracks: order([3, 4], 'tracks', (eb) => eb.ref('p.tracks')),
    packs: order([5, 6], 'trackpacks', (eb) => eb.ref('p.packs')),
    awardsReceived: order([7, 8], 'awards received', (eb) => eb.ref('p.awards_received')),
    awardsGiven: order([9, 10], 'awards given', (eb) => eb.ref('p.awards_given')),
    commentsReceived: order([11, 12], 'comments received', (eb) => eb.ref('p.comments_received')),
    commentsGiven: order([13, 14], 'comments given', (eb) => eb.ref('p.comments_given')),
    forumPosts: order([15, 16], 'forum posts', (eb) => eb.ref('p.forum_posts')),
    forumThreads: order([17, 18], 'forum threads', (eb) => eb.ref('p.forum_threads')),
    registered: orderOfArrival([19, 20], 'registered', (eb) => eb.ref('p.registered_at')),
    videosPosted: order([21, 22], 'videos posted', (eb) => eb.ref('p.videos_posted')),
    videosCreated: order([23, 24], 'videos created', (eb) => eb.ref('p.videos_created')),
    replays: order([25, 26], 'replays', (eb) => eb.ref('p.replays')),
    favorites: order([27, 28], 'favourites', (eb) => eb.ref('p.favorites')),
    achievements: order([29, 30], 'achievements', (eb) => eb.ref('p.achievements')),
    authorMedals: order([31, 32], 'author medals', (eb) => eb.ref('p.author_medals')),
    goldMedals: order([33, 34], 'gold medals', (eb) => eb.ref('p.gold_medals')),
    silverMedals: order([35, 36], 'silver medals', (eb) => eb.ref('p.silver_medals')),
    bronzeMedals: order([37, 38], 'bronze medals', (eb) => eb.ref('p.bronze_medals')),
    // our own order: the crew page is sorted by rank
    crewRole: orderWith(
      'inmoderators',
      order([39, 40], 'role in the crew', (eb) => eb.fn.coalesce('crew.level', sql<number>`0`)),
    ),
  },
  relevance: byRelevance((eb) => eb.ref('p.name_folded')),
  // a search by name shows the best match first, otherwise the newest users
  defaultOrder: (filters) =>
    filters.has('name') ? { by: 'relevance', descending: false } : { by: 'registered', descending: true },
  oneOrder: true,
  pageSize: { usual: 40, most: 1000 },
  audience: () => 'everyone',
  visible: () => null,
});
