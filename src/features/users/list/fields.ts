import type { OriginRow } from '#lib/wire/fields.ts';

/** A user as named by other lists. The optional ones are sent only if requested by their own path, as `User.Tint`. */
export interface PersonRow {
  UserId: number;
  Name: string;
  /** null if the user has no custom address */
  CustomUrl?: string | null;
  /** how the name is tinted: 0 not, 1 a supporter, 2 the crew */
  Tint?: number;
}

/** All fields of GET /api/users, as in the JSON. */
export interface UserRow extends OriginRow {
  UserId: number;
  Name: string;
  /** null if the user has no custom address */
  CustomUrl: string | null;
  /** ISO 8601, UTC, milliseconds, without a zone */
  RegisteredAt: string;
  /** the role in the crew, otherwise the user's own title */
  Title: string | null;
  /** the role in the crew */
  ModTitle: string | null;
  CustomTitle: string | null;
  /** BB-code */
  UserComments: string;
  /** the address of the picture that the user uploaded, which changes with it; null: it is drawn from the name */
  Avatar: string | null;
  /** the address of the banner, which changes with it */
  Banner: string | null;
  /** years in the former crew, if any */
  Notes: string | null;
  /** how the name is tinted: 0 not, 1 a supporter, 2 the crew */
  Tint: number;
  IsSupporter: boolean;
  IsModerator: boolean;
  /** whether they are a favourite of the viewer */
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
  /** how many users have them as a favourite */
  Favorites: number;
  Achievements: number;
  AuthorMedals: number;
  /** includes author medals; likewise each number below includes those above it */
  GoldMedals: number;
  SilverMedals: number;
  BronzeMedals: number;
}

/** The fields of a request without `fields`. */
export const defaultUserFields = ['UserId', 'Name'] as const;
