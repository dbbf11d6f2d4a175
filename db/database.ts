import { accountTables } from './tables/account.ts';
import { accountAddressTables } from './tables/account-address.ts';
import { cardTables } from './tables/card.ts';
import { communityTables } from './tables/community.ts';
import { discussionTables } from './tables/discussion.ts';
import { editionSettingTables } from './tables/edition-setting.ts';
import { forumTables } from './tables/forum.ts';
import { heldTextTables } from './tables/held-text.ts';
import { messageTables } from './tables/message.ts';
import { moderationTables } from './tables/moderation.ts';
import { noticeTables } from './tables/notice.ts';
import { packAndVideoTables } from './tables/pack-and-video.ts';
import { pictureTables } from './tables/picture.ts';
import { profileTables } from './tables/profile.ts';
import { remotePictureTables } from './tables/remote-picture.ts';
import { replayTables } from './tables/replay.ts';
import { sanctionTables } from './tables/sanction.ts';
import { serverTables } from './tables/server.ts';
import { trackTables } from './tables/track.ts';
import { uploadTables } from './tables/upload.ts';

/** All tables: each is declared in the file of its subject in `tables/`, with its columns, its owner and how it is divided. */
export const tables = {
  ...accountTables,
  ...accountAddressTables,
  ...cardTables,
  ...communityTables,
  ...discussionTables,
  ...editionSettingTables,
  ...forumTables,
  ...heldTextTables,
  ...messageTables,
  ...moderationTables,
  ...noticeTables,
  ...packAndVideoTables,
  ...pictureTables,
  ...profileTables,
  ...remotePictureTables,
  ...replayTables,
  ...sanctionTables,
  ...serverTables,
  ...trackTables,
  ...uploadTables,
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
