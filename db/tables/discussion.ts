import type { Generated } from 'kysely';

export interface CommentTable {
  site: string;
  comment_id: number;
  track_id: number;
  user_id: number;
  parent_id: number | null;
  text: string;
  /** the text for lists, see `lineOf`; null: not made yet. A change of the text alone clears it */
  line: string | null;
  is_award: Generated<boolean>;
  comment_at: Date;
  updated_at: Date;
  /** the row stays for its replies; the text is no longer shown */
  deleted_at: Date | null;
  /** hidden because the account of its author is closed */
  hidden_with_account: Generated<boolean>;
}

export interface PlayLaterTable {
  site: string;
  user_id: number;
  track_id: number;
  added_at: Date;
  /** ascending, with gaps */
  position: number;
}

/** The link under which a user shares the Play Later list. */
export interface PlayLaterShareTable {
  site: string;
  user_id: number;
  secret_key: string;
  created_at: Date;
}

export interface FavoriteUserTable {
  site: string;
  user_id: number;
  favorite_id: number;
  added_at: Date;
}

export interface TrackFeatureTable {
  site: string;
  track_id: number;
  comment: string;
  featured_by: number;
  featured_at: Date;
}

export interface DiscussionTables {
  comment: CommentTable;
  play_later: PlayLaterTable;
  play_later_share: PlayLaterShareTable;
  favorite_user: FavoriteUserTable;
  track_feature: TrackFeatureTable;
}
