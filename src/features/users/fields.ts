/** A person as other lists name them. */
export interface PersonRow {
  UserId: number;
  Name: string;
}

/** Every field GET /api/users can be asked for, as it stands in the JSON. */
export interface UserRow {
  UserId: number;
  Name: string;
  /** null when the person has no address of their own */
  CustomUrl: string | null;
  /** ISO 8601, UTC, milliseconds, without a zone */
  RegisteredAt: string;
  /** the crew's role, else the person's own title */
  Title: string | null;
  /** the crew's role */
  ModTitle: string | null;
  CustomTitle: string | null;
  /** BB-code */
  UserComments: string;
  /** when the person served in the crew, for those who did */
  Notes: string | null;
  IsSupporter: boolean;
  IsModerator: boolean;
  /** whether the asking person has them among their favourites */
  IsFavorite: boolean;
  /** public tracks, as uploader or co-author */
  Tracks: number;
  TrackPacks: number;
  TrackAwardsReceived: number;
  TrackAwardsGiven: number;
  TrackCommentsReceived: number;
  TrackCommentsGiven: number;
  ForumPosts: number;
  ForumThreads: number;
  VideosPosted: number;
  VideosCreated: number;
  Replays: number;
  /** how many have the person among their favourites */
  Favorites: number;
  Achievements: number;
  AuthorMedals: number;
  /** author medals included, as each number below includes those above it */
  GoldMedals: number;
  SilverMedals: number;
  BronzeMedals: number;
}

/** What a call without `fields` answers with. */
export const defaultUserFields = ['UserId', 'Name'] as const;
