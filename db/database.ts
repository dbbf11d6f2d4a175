import type { AccountTables } from './tables/account.ts';
import type { AccountAddressTables } from './tables/account-address.ts';
import type { CardTables } from './tables/card.ts';
import type { CommunityTables } from './tables/community.ts';
import type { DiscussionTables } from './tables/discussion.ts';
import type { EditionSettingTables } from './tables/edition-setting.ts';
import type { ForumTables } from './tables/forum.ts';
import type { HeldTextTables } from './tables/held-text.ts';
import type { MessageTables } from './tables/message.ts';
import type { ModerationTables } from './tables/moderation.ts';
import type { NoticeTables } from './tables/notice.ts';
import type { PackAndVideoTables } from './tables/pack-and-video.ts';
import type { PictureTables } from './tables/picture.ts';
import type { ProfileTables } from './tables/profile.ts';
import type { RemotePictureTables } from './tables/remote-picture.ts';
import type { ReplayTables } from './tables/replay.ts';
import type { SanctionTables } from './tables/sanction.ts';
import type { ServerTables } from './tables/server.ts';
import type { TrackTables } from './tables/track.ts';
import type { UploadTables } from './tables/upload.ts';

/** All tables: one file per subject in `tables/`. */
export type Database = ServerTables &
  AccountTables &
  ProfileTables &
  TrackTables &
  UploadTables &
  PictureTables &
  RemotePictureTables &
  ReplayTables &
  DiscussionTables &
  PackAndVideoTables &
  CommunityTables &
  EditionSettingTables &
  ForumTables &
  AccountAddressTables &
  CardTables &
  HeldTextTables &
  MessageTables &
  ModerationTables &
  NoticeTables &
  SanctionTables;
