import { sql } from 'kysely';
import type { List } from '#platform/lists/list.ts';
import { byRelevance, order, orderOfArrival, orderWith } from '#platform/lists/orders.ts';
import { defaultUserFields, type UserRow } from '../fields.ts';
import { userFilters } from './filters.ts';
import { userFields } from './select.ts';
import { fromUsers, type UsersDB } from './source.ts';

/** People: GET /api/users, /usersearch, /crew, and whoever looks for a name. Everybody may see everybody. */
export const userList: List<UsersDB, 'p' | 'crew', UserRow, 'everyone'> = {
  name: 'users',
  about: 'People of this edition, and its crew.',
  from: fromUsers,
  id: (eb) => eb.ref('p.user_id'),
  fields: userFields,
  defaultFields: defaultUserFields,
  filters: userFilters,
  orders: {
    1: order('name', (eb) => eb.ref('p.name_folded')),
    2: order('tracks', (eb) => eb.ref('p.tracks')),
    3: order('trackpacks', (eb) => eb.ref('p.packs')),
    4: order('awards received', (eb) => eb.ref('p.awards_received')),
    5: order('awards given', (eb) => eb.ref('p.awards_given')),
    6: order('comments received', (eb) => eb.ref('p.comments_received')),
    7: order('comments given', (eb) => eb.ref('p.comments_given')),
    8: order('forum posts', (eb) => eb.ref('p.forum_posts')),
    9: order('forum threads', (eb) => eb.ref('p.forum_threads')),
    10: orderOfArrival('registered', (eb) => eb.ref('p.registered_at')),
    11: order('videos posted', (eb) => eb.ref('p.videos_posted')),
    12: order('videos created', (eb) => eb.ref('p.videos_created')),
    13: order('replays', (eb) => eb.ref('p.replays')),
    14: order('favourites', (eb) => eb.ref('p.favorites')),
    15: order('achievements', (eb) => eb.ref('p.achievements')),
    16: order('author medals', (eb) => eb.ref('p.author_medals')),
    17: order('gold medals', (eb) => eb.ref('p.gold_medals')),
    18: order('silver medals', (eb) => eb.ref('p.silver_medals')),
    19: order('bronze medals', (eb) => eb.ref('p.bronze_medals')),
    // ours: the crew page goes down the ranks
    20: orderWith(
      'inmoderators',
      order('role in the crew', (eb) => eb.fn.coalesce('crew.level', sql<number>`0`)),
    ),
  },
  relevance: byRelevance((eb) => eb.ref('p.name_folded')),
  // who asks for a name wants its bearer, who does not wants to meet the newcomers
  defaultOrder: (filters) => (filters.has('name') ? 'relevance' : 20),
  pageSize: { usual: 40, most: 1000 },
  audience: () => 'everyone',
  visible: () => null,
};
