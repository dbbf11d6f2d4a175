import { type Expression, sql } from 'kysely';
import { userOrderCodes } from '#lib/codes/orders.ts';
import { flag, instant, whole, words, wordsOrNull } from '#platform/lists/field-kinds.ts';
import { byNameOnly, type Fields } from '#platform/lists/fields.ts';
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
import { defineList, type Filter } from '#platform/lists/list.ts';
import { byRelevance, order, orderOfCreation, orderWith } from '#platform/lists/orders.ts';
import { originFields } from '#platform/lists/origin-fields.ts';
import { idList } from '#platform/lists/params.ts';
import { routes } from '#routes/routes.ts';
import { crewTitles } from '../../model.ts';
import { isBlocked } from '../../server/repo.ts';
import { defaultUserFields, type PersonRow, type UserRow } from '../fields.ts';
import { namedUsers } from './name-filters.ts';
import {
  crewLevel,
  formerService,
  fromUsers,
  isCrew,
  isFavorite,
  isSupporter,
  type UsersDB,
  type UsersEB,
} from './source.ts';

const role = (eb: UsersEB) =>
  sql<string | null>`case ${crewLevel(eb)} ${sql.join(
    crewTitles.map(([level, title]) => sql`when ${sql.lit(level)} then ${sql.lit(title)}`),
    sql` `,
  )} end`;

const years = (eb: UsersEB) =>
  formerService(eb).select(
    sql<
      string | null
    >`string_agg(c.title || ', ' || c.from_year || '–' || c.to_year, '; ' order by c.from_year)`.as('years'),
  );

/** Whether the viewer blocked this user: nothing that they wrote is shown then. */
const hasBlocked = isBlocked(sql.ref('p.user_id'));
const customTitle = sql<string | null>`case when not ${hasBlocked} then p.custom_title end`;

/** The address of a picture as pages link it; null without one. */
const faceAt = (kind: 'avatar' | 'banner', sha256: Expression<unknown>) =>
  sql<
    string | null
  >`case when not ${hasBlocked} then ${sql.lit(routes[kind](0).slice(0, -1))} || p.user_id || '?v=' || left(${sha256}, 12) end`;

/** All fields of a user with their columns. */
const userFields: Fields<UsersDB, 'p', UserRow> = {
  ...originFields<UsersDB, 'p'>('user', (eb) => eb.ref('p.user_id')),
  UserId: whole((eb) => eb.ref('p.user_id')),
  Name: words((eb) => eb.ref('p.name')),
  CustomUrl: wordsOrNull((eb) => eb.ref('p.custom_url')),
  RegisteredAt: instant((eb) => eb.ref('p.registered_at')),
  Title: wordsOrNull((eb) => eb.fn.coalesce(role(eb), customTitle)),
  ModTitle: wordsOrNull(role),
  CustomTitle: wordsOrNull(() => customTitle),
  UserComments: words(
    () => sql<string>`case when ${hasBlocked} then '' else coalesce(p.user_comments, '') end`,
  ),
  Avatar: wordsOrNull(() => faceAt('avatar', sql.ref('p.avatar_sha256'))),
  Banner: wordsOrNull(() => faceAt('banner', sql.ref('p.banner_sha256'))),
  Notes: wordsOrNull((eb) => sql<string | null>`${years(eb)}`),
  Tint: whole((eb) => eb.ref('p.tint')),
  IsSupporter: flag(isSupporter),
  IsModerator: flag(isCrew),
  IsFavorite: flag(isFavorite),
  Tracks: whole((eb) => eb.ref('p.tracks')),
  TrackPacks: whole((eb) => eb.ref('p.packs')),
  TrackAwardsReceived: whole((eb) => eb.ref('p.awards_received')),
  TrackAwardsGiven: whole((eb) => eb.ref('p.awards_given')),
  TrackCommentsReceived: whole((eb) => eb.ref('p.comments_received')),
  TrackCommentsGiven: whole((eb) => eb.ref('p.comments_given')),
  ForumPosts: whole((eb) => eb.ref('p.forum_posts')),
  ForumThreads: whole((eb) => eb.ref('p.forum_threads')),
  VideosPosted: whole((eb) => eb.ref('p.videos_posted')),
  VideosCreated: whole((eb) => eb.ref('p.videos_created')),
  Replays: whole((eb) => eb.ref('p.replays')),
  Favorites: whole((eb) => eb.ref('p.favorites')),
  Achievements: whole((eb) => eb.ref('p.achievements')),
  AuthorMedals: whole((eb) => eb.ref('p.author_medals')),
  GoldMedals: whole((eb) => eb.ref('p.gold_medals')),
  SilverMedals: whole((eb) => eb.ref('p.silver_medals')),
  BronzeMedals: whole((eb) => eb.ref('p.bronze_medals')),
};

/** The filters of users. */
const userFilters: Readonly<Record<string, Filter<UsersDB, 'p'>>> = {
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
  infavorite: flagFilter('the viewer’s favourites', isFavorite),
};

/** The members of a group that names a user whose profile is `p` in the statement: `User: one(driver, personFields())`. */
const personFields = <DB, TB extends keyof DB>() =>
  ({
    UserId: whole(() => sql.ref<number>('p.user_id')),
    Name: words(() => sql.ref<string>('p.name')),
    CustomUrl: byNameOnly(wordsOrNull(() => sql.ref<string | null>('p.custom_url'))),
    Tint: byNameOnly(whole(() => sql.ref<number>('p.tint'))),
  }) satisfies Fields<DB, TB, PersonRow>;

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
    registered: orderOfCreation(userOrderCodes.registered, 'registered', (eb) => eb.ref('p.registered_at')),
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
