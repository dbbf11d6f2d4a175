import { sql } from 'kysely';
import { flag, instant, whole, words, wordsOrNull } from '#platform/lists/field-kinds.ts';
import type { Fields } from '#platform/lists/fields.ts';
import { crewTitles } from '../../model.ts';
import { isBlocked } from '../../server/repo.ts';
import type { UserRow } from '../fields.ts';
import {
  crewLevel,
  formerService,
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

/** All fields of a user with their columns. */
export const userFields: Fields<UsersDB, 'p', UserRow> = {
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
