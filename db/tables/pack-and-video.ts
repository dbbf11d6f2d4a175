import type { Generated, JSONColumnType } from 'kysely';

export interface PackTable {
  site: string;
  pack_id: number;
  owner_id: number;
  name: string;
  name_folded: string;
  description: string | null;
  is_public: Generated<boolean>;
  map_list_released: Generated<boolean>;
  allows_submissions: Generated<boolean>;
  is_legacy: Generated<boolean>;
  environments: Generated<number[]>;
  /** number of approved ones */
  tracks: Generated<number>;
  pack_value: Generated<number>;
  downloads: Generated<number>;
  image_sha256: string | null;
  created_at: Date;
  updated_at: Date;
  activity_at: Date;
  /** number of changes to its tracks */
  revision: Generated<number>;
  has_leaderboard: Generated<boolean>;
  /** tracks that one user may submit */
  submissions_per_user: Generated<number>;
  /** chosen by its managers; those of approved tracks are added */
  announced_environments: Generated<number[]>;
  /** counts saved settings */
  settings_version: Generated<number>;
  deleted_at: Date | null;
  deleted_by: number | null;
  /** null if the owner deleted it */
  deleted_reason: string | null;
  was_public: boolean | null;
  /** when its owner or a moderator hid it; null: it is not hidden, or was before this was recorded */
  hidden_at: Date | null;
  /** hidden because the account of its owner is closed */
  hidden_with_account: Generated<boolean>;
}

/** One stored version of a pack's picture. */
export interface PackPictureTable {
  site: string;
  pack_id: number;
  /** avif, webp or jpeg */
  format: string;
  width: number;
  height: number;
  sha256: string;
  added_at: Date;
}

export interface PackTrackTable {
  site: string;
  pack_id: number;
  track_id: number;
  status: Generated<number>;
  position: number | null;
  added_by: number;
  added_at: Date;
}

export interface PackManagerTable {
  site: string;
  pack_id: number;
  user_id: number;
  role: Generated<string>;
}

export interface PackStepTable {
  site: string;
  pack_id: number;
  user_id: number;
  text: string;
  reversal: JSONColumnType<object>;
}

/** One download of a whole pack by one user or visitor on one day. */
export interface PackDownloadTable {
  site: string;
  pack_id: number;
  /** UTC, such as 2027-01-31 */
  day: string;
  /** identifies the user or visitor within that day */
  person: string;
}

export interface VideoTable {
  site: string;
  video_id: number;
  poster_id: number;
  creator_id: number | null;
  title: string;
  title_folded: string;
  author: string;
  link_id: string;
  thumbnail: string;
  length_s: number;
  posted_at: Date;
  published_at: Date;
  /** counts changes, so that two editors do not overwrite each other */
  version: Generated<number>;
  /** null: never changed */
  updated_at: Date | null;
  /** removed videos are in no list; their address cannot be posted again */
  removed_at: Date | null;
  /** null: hidden with the account of its poster */
  removed_by: number | null;
  removed_reason: string | null;
  /** hidden because the account of its poster is closed */
  hidden_with_account: Generated<boolean>;
}

/** One stored version of a video's picture. */
export interface VideoPictureTable {
  site: string;
  video_id: number;
  /** avif, webp or jpeg */
  format: string;
  width: number;
  height: number;
  sha256: string;
  added_at: Date;
}

export interface TrackVideoTable {
  site: string;
  track_id: number;
  video_id: number;
  is_featured: Generated<boolean>;
  timestamp_s: number | null;
}

export interface PackAndVideoTables {
  pack: PackTable;
  pack_picture: PackPictureTable;
  pack_track: PackTrackTable;
  pack_download: PackDownloadTable;
  pack_manager: PackManagerTable;
  pack_step: PackStepTable;
  video: VideoTable;
  video_picture: VideoPictureTable;
  track_video: TrackVideoTable;
}
