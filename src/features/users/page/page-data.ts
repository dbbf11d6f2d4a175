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

/** The tabs of a user's page next to the overview. */
export const userTabs = ['Tracks', 'Replays', 'Community', 'Achievements'] as const;

/** The lists on a user's page, each with its own address (?show=), its tab and the counter of its rows. */
export const userLists = [
  { show: 'tracks', tab: 'Tracks', label: 'Tracks', counts: 'Tracks' },
  { show: 'packs', tab: 'Tracks', label: 'Trackpacks', counts: 'TrackPacks' },
  { show: 'awards', tab: 'Tracks', label: 'Awards received', counts: 'TrackAwardsReceived' },
  { show: 'commentsreceived', tab: 'Tracks', label: 'Comments received', counts: 'TrackCommentsReceived' },
  { show: 'replays', tab: 'Replays', label: 'Replays', counts: 'Replays' },
  { show: 'medals', tab: 'Replays', label: 'Medals', counts: 'BronzeMedals' },
  { show: 'awardsgiven', tab: 'Community', label: 'Awards given', counts: 'TrackAwardsGiven' },
  { show: 'comments', tab: 'Community', label: 'Comments given', counts: 'TrackCommentsGiven' },
  { show: 'videos', tab: 'Community', label: 'Videos posted', counts: 'VideosPosted' },
  { show: 'videosmade', tab: 'Community', label: 'Videos made', counts: 'VideosCreated' },
  { show: 'threads', tab: 'Community', label: 'Forum threads', counts: 'ForumThreads' },
  { show: 'posts', tab: 'Community', label: 'Forum posts', counts: 'ForumPosts' },
  { show: 'achievements', tab: 'Achievements', label: 'Achievements', counts: 'Achievements' },
] as const satisfies readonly {
  show: string;
  tab: (typeof userTabs)[number];
  label: string;
  counts: keyof UserCounters;
}[];

export type UserList = (typeof userLists)[number]['show'];

/** The list that an address names; null: the overview. */
export const userListIn = (text: string | null): UserList | null =>
  userLists.find(({ show }) => show === text)?.show ?? null;
