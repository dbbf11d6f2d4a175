import { accountTables } from './tables/accounts.ts';
import { achievementTables } from './tables/achievements.ts';
import { boardTables } from './tables/boards.ts';
import { commentTables } from './tables/comments.ts';
import { dumpTables } from './tables/dumps.ts';
import { editionTables } from './tables/editions.ts';
import { forumTables } from './tables/forum.ts';
import { messageTables } from './tables/messages.ts';
import { mirrorTables } from './tables/mirrors.ts';
import { moderationTables } from './tables/moderation.ts';
import { newsTables } from './tables/news.ts';
import { noticeTables } from './tables/notices.ts';
import { onlineRecordTables } from './tables/online-records.ts';
import { packTables } from './tables/packs.ts';
import { pictureTables } from './tables/pictures.ts';
import { publicChangeTables } from './tables/public-changes.ts';
import { replayTables } from './tables/replays.ts';
import { trackTables } from './tables/tracks.ts';
import { uploadTables } from './tables/uploads.ts';
import { userTables } from './tables/users.ts';
import { videoTables } from './tables/videos.ts';
import { webhookTables } from './tables/webhooks.ts';

/** All tables: each is declared in the file of its subject in `tables/`, with its columns, its owner and how it is divided. */
export const tables = {
  ...accountTables,
  ...achievementTables,
  ...boardTables,
  ...commentTables,
  ...dumpTables,
  ...editionTables,
  ...forumTables,
  ...messageTables,
  ...mirrorTables,
  ...moderationTables,
  ...newsTables,
  ...noticeTables,
  ...onlineRecordTables,
  ...packTables,
  ...pictureTables,
  ...publicChangeTables,
  ...replayTables,
  ...trackTables,
  ...uploadTables,
  ...userTables,
  ...videoTables,
  ...webhookTables,
};

type Tables = typeof tables;

/** The columns of all tables, for Kysely. */
export type Database = { [Name in keyof Tables]: NonNullable<Tables[Name]['columns']> };

/** A table that belongs to a site: LIST-partitioned by its column `site`. */
export type SitedTable = {
  [Name in keyof Tables]: Tables[Name]['rows'] extends 'by edition' ? Name : never;
}[keyof Tables];

const names = Object.keys(tables) as (keyof Tables)[]; // its own keys
export const sitedTables = names.filter((name): name is SitedTable => tables[name].rows === 'by edition');
