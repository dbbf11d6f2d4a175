import type { Generated } from 'kysely';
import { table } from './table.ts';

export const userTables = {
  /** A user on one edition. */
  profile: table({
    onPages: {
      by: ['user_id', 'account_id'],
      unseen: ['ui_mode', 'custom_url_at'],
      often: [
        'tracks',
        'packs',
        'awards_received',
        'awards_given',
        'comments_received',
        'comments_given',
        'forum_posts',
        'forum_threads',
        'videos_posted',
        'videos_created',
        'replays',
        'favorites',
        'achievements',
        'author_medals',
        'gold_medals',
        'silver_medals',
        'bronze_medals',
      ],
    },
    owner: 'users',
    otherWriters: ['accounts', 'platform/auth'],
    rows: 'by edition',
    inChanges: {
      columns: [
        'name',
        'custom_title',
        'user_comments',
        'custom_url',
        'closed_at',
        'avatar_sha256',
        'banner_sha256',
      ],
    },
    ids: 'user',
  }).columns<{
    site: string;
    user_id: number;
    account_id: number;
    name: string;
    registered_at: Date;
    /** 0 auto, 1 night, 2 day */
    ui_mode: Generated<number>;
    custom_title: string | null;
    user_comments: string | null;
    /** search key of the name (lib/game-text/fold) */
    name_folded: string;
    tracks: Generated<number>;
    packs: Generated<number>;
    awards_received: Generated<number>;
    awards_given: Generated<number>;
    comments_received: Generated<number>;
    comments_given: Generated<number>;
    forum_posts: Generated<number>;
    forum_threads: Generated<number>;
    videos_posted: Generated<number>;
    videos_created: Generated<number>;
    replays: Generated<number>;
    favorites: Generated<number>;
    achievements: Generated<number>;
    author_medals: Generated<number>;
    gold_medals: Generated<number>;
    silver_medals: Generated<number>;
    bronze_medals: Generated<number>;
    custom_url: string | null;
    /** the account is closed: the profile is in no list and is named "Deleted user" */
    closed_at: Date | null;
    /** when custom_url was last chosen or given up */
    custom_url_at: Date | null;
    /** 0 none, 1 supporter, 2 crew; set by triggers and a nightly job */
    tint: Generated<number>;
    /** the largest JPEG; null: the drawn picture */
    avatar_sha256: string | null;
    banner_sha256: string | null;
  }>(),

  /** A file of a picture that a user uploaded for their page. */
  profile_picture: table({ onPages: { by: ['user_id'] }, owner: 'users', rows: 'by edition' }).columns<{
    site: string;
    user_id: number;
    kind: 'avatar' | 'banner';
    /** avif, webp or jpeg */
    format: string;
    width: number;
    height: number;
    sha256: string;
    added_at: Date;
  }>(),

  /** An address that a user has or had. */
  profile_address: table({
    onPages: { by: ['user_id', 'address'], unseen: ['has_look_keys'] },
    owner: 'users',
    rows: 'by edition',
  }).columns<{
    site: string;
    /** in lower case */
    address: string;
    /** equal for addresses that look alike */
    look: string;
    user_id: number;
    taken_at: Date;
    /** false: chosen before addresses were compared with names; a job adds the keys */
    has_look_keys: Generated<boolean>;
  }>(),

  favorite_user: table({
    onPages: { by: ['user_id', 'favorite_id'] },
    owner: 'users',
    rows: 'by edition',
  }).columns<{
    site: string;
    user_id: number;
    favorite_id: number;
    added_at: Date;
  }>(),

  /** A user whom another has blocked. */
  user_block: table({ onPages: 'own', owner: 'users', rows: 'by edition' }).columns<{
    site: string;
    /** who blocks */
    user_id: number;
    blocked_id: number;
    blocked_at: Date;
  }>(),

  former_crew: table({ onPages: { by: ['user_id'] }, owner: 'users', rows: 'by edition' }).columns<{
    site: string;
    user_id: number;
    title: string;
    from_year: number;
    to_year: number;
  }>(),
};
