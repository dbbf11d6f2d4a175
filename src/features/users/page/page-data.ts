/** What the lists on a user's page count, for everyone. */
export interface UserCounters {
  readonly Tracks: number;
  readonly TrackPacks: number;
  readonly TrackAwardsReceived: number;
  readonly TrackAwardsGiven: number;
  readonly TrackCommentsReceived: number;
  readonly TrackCommentsGiven: number;
  readonly Replays: number;
  readonly AuthorMedals: number;
  /** includes author medals; likewise the numbers below */
  readonly GoldMedals: number;
  readonly SilverMedals: number;
  readonly BronzeMedals: number;
  readonly VideosPosted: number;
  readonly VideosCreated: number;
  readonly ForumThreads: number;
  readonly ForumPosts: number;
  /** how many users have this one as a favourite; who they are is shown to nobody */
  readonly Favorites: number;
  readonly Achievements: number;
}

/** A user as shown on their page. */
export interface UserProfile {
  readonly userId: number;
  readonly name: string;
  readonly registeredAt: Date;
  readonly customTitle: string | null;
  readonly customUrl: string | null;
  /** BB-code */
  readonly about: string | null;
  /** of the name: 0 none, 1 supporter, 2 crew */
  readonly tint: number;
  readonly isSupporter: boolean;
  /** the highest role granted for this edition or for all; null for most */
  readonly grantedLevel: number | null;
  /** years in the former crew */
  readonly formerService: string | null;
  /** names that the user had within the last 90 days, the latest first */
  readonly formerNames: string | null;
  /** of the viewer */
  readonly isFavorite: boolean;
  /** the account was deleted */
  readonly isClosed: boolean;
  /** the user cannot sign in to this edition for now */
  readonly isSuspended: boolean;
  /** versions of the uploaded pictures */
  readonly avatar: string | null;
  readonly banner: string | null;
  readonly counters: UserCounters;
}

/** The lists on a user's page, each with its own address (?show=), and the counter of its rows. */
export const userTabs = [
  { show: 'tracks', label: 'Tracks', counts: 'Tracks' },
  { show: 'packs', label: 'Trackpacks', counts: 'TrackPacks' },
  { show: 'awards', label: 'Awards received', counts: 'TrackAwardsReceived' },
  { show: 'awardsgiven', label: 'Awards given', counts: 'TrackAwardsGiven' },
  { show: 'commentsreceived', label: 'Comments received', counts: 'TrackCommentsReceived' },
  { show: 'comments', label: 'Comments given', counts: 'TrackCommentsGiven' },
  { show: 'replays', label: 'Replays', counts: 'Replays' },
  { show: 'medals', label: 'Medals', counts: 'BronzeMedals' },
  { show: 'videos', label: 'Videos posted', counts: 'VideosPosted' },
  { show: 'videosmade', label: 'Videos made', counts: 'VideosCreated' },
  { show: 'threads', label: 'Forum threads', counts: 'ForumThreads' },
  { show: 'posts', label: 'Forum posts', counts: 'ForumPosts' },
  { show: 'achievements', label: 'Achievements', counts: 'Achievements' },
] as const satisfies readonly { show: string; label: string; counts: keyof UserCounters }[];

export type UserTab = (typeof userTabs)[number]['show'];

/** The list that an address names; null: the overview. */
export const userTabIn = (text: string | null): UserTab | null =>
  userTabs.find(({ show }) => show === text)?.show ?? null;
