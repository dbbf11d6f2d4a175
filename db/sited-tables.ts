import type { Database } from './database.ts';

/** Every table owned by a site: LIST-partitioned by its column `site`. A dbtest proves this list equal to pg_catalog. */
export const sitedTables = [
  'achievement',
  'achievement_earned',
  'comment',
  'favorite_user',
  'former_crew',
  'forum_board',
  'forum_post',
  'forum_thread',
  'leaderboard_row',
  'news',
  'news_dismissal',
  'online_record',
  'pack',
  'pack_manager',
  'pack_track',
  'play_later',
  'profile',
  'replay',
  'track',
  'track_author',
  'track_download',
  'track_feature',
  'track_image',
  'track_version',
  'track_video',
  'upload',
  'video',
] as const satisfies readonly (keyof Database)[];

export type SitedTable = (typeof sitedTables)[number];
