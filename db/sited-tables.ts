import type { Database } from './database.ts';

/** Every table owned by a site: LIST-partitioned by its column `site`. A dbtest proves this list equal to pg_catalog. */
export const sitedTables = [
  'profile',
  'track',
  'track_author',
  'track_download',
  'track_version',
  'upload',
] as const satisfies readonly (keyof Database)[];

export type SitedTable = (typeof sitedTables)[number];
