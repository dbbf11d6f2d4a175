/** The names and colours of tiers, from the lowest. */
export const tierLooks = [
  { name: 'Bronze', color: '#9a5b2b' },
  { name: 'Silver', color: '#8a939c' },
  { name: 'Gold', color: '#c79a1b' },
  { name: 'Platinum', color: '#3f8f8a' },
  { name: 'Diamond', color: '#5b6fd6' },
] as const;

/** Achievements that are earned by a number: of a user, or of one track. */
export interface CountedChain {
  readonly key: string;
  readonly of: 'user' | 'track';
  readonly name: string;
  /** `#` is replaced by the number of the tier */
  readonly about: string;
  /** for a tier of 1 */
  readonly aboutOne?: string;
  readonly icon: string;
  /** the number that each tier requires */
  readonly tiers: readonly number[];
  /** only on editions with more than one environment */
  readonly needsEnvironments?: true;
}

/** Achievements that administrators grant by hand; `{0}` is replaced by their text. */
export interface GrantedAchievement {
  readonly key: string;
  readonly of: 'user' | 'track' | 'both';
  readonly name: string;
  readonly about: string;
  /** without the text of a grant */
  readonly aboutAll: string;
  readonly icon: string;
  readonly color: string;
}

/** The order is part of the ids: new chains are added at the end. */
export const chains = [
  {
    key: 'builder',
    of: 'user',
    name: 'Builder',
    about: 'Released # tracks.',
    aboutOne: 'Released a track.',
    icon: 'flag',
    tiers: [1, 10, 50, 100, 250],
  },
  {
    key: 'applauded',
    of: 'user',
    name: 'Applauded',
    about: 'Received # awards.',
    aboutOne: 'Received an award.',
    icon: 'award',
    tiers: [1, 25, 100, 500, 1000],
  },
  {
    key: 'favourite',
    of: 'track',
    name: 'Favourite',
    about: 'A track with # awards.',
    icon: 'award',
    tiers: [10, 25, 50, 100],
  },
  {
    key: 'generous',
    of: 'user',
    name: 'Generous',
    about: 'Gave # awards.',
    aboutOne: 'Gave an award.',
    icon: 'award',
    tiers: [1, 25, 100, 500],
  },
  {
    key: 'critic',
    of: 'user',
    name: 'Critic',
    about: 'Wrote # comments (40+ characters) on other people’s tracks.',
    icon: 'comment',
    tiers: [10, 100, 500],
  },
  {
    key: 'driver',
    of: 'user',
    name: 'Driver',
    about: 'Has ranked replays on # tracks.',
    aboutOne: 'Has a ranked replay.',
    icon: 'replay',
    tiers: [1, 50, 250, 1000],
  },
  {
    key: 'authormedal',
    of: 'user',
    name: 'Author medals',
    about: 'Has # author medals.',
    icon: 'check',
    tiers: [10, 100, 500],
  },
  {
    key: 'record',
    of: 'user',
    name: 'Record holder',
    about: 'Held # records at once, on tracks with 3 or more drivers.',
    aboutOne: 'Held a record on a track with 3 or more drivers.',
    icon: 'stats',
    tiers: [1, 10, 50, 100],
  },
  {
    key: 'topten',
    of: 'user',
    name: 'Top ten',
    about: 'Reached the top ten of # tracks with 10 or more drivers.',
    icon: 'list',
    tiers: [10, 100, 500],
  },
  {
    key: 'allround',
    of: 'user',
    name: 'All-rounder',
    about: 'Has an author medal in every environment.',
    aboutOne: 'Has a ranked replay in every environment.',
    icon: 'grid',
    tiers: [1, 2],
    needsEnvironments: true,
  },
  { key: 'climber', of: 'user', name: 'Climber', about: '', icon: 'up', tiers: [1, 2, 3] },
  {
    key: 'firstfinish',
    of: 'user',
    name: 'First finish',
    about: 'Uploaded the first replay on # tracks that had none for 30 days.',
    aboutOne: 'Uploaded the first replay on a track that had none for 30 days.',
    icon: 'check',
    tiers: [1, 25, 100],
  },
  {
    key: 'hotly',
    of: 'track',
    name: 'Hotly contested',
    about: 'A track with # ranked drivers.',
    icon: 'users',
    tiers: [10, 50, 100],
  },
  {
    key: 'packmaker',
    of: 'user',
    name: 'Pack maker',
    about: 'Approved # tracks by others in your packs.',
    icon: 'pack',
    tiers: [10, 50, 200],
  },
  {
    key: 'duo',
    of: 'user',
    name: 'Duo',
    about: 'Released # tracks with another author.',
    aboutOne: 'Released a track with another author.',
    icon: 'users',
    tiers: [1, 10, 50],
  },
  {
    key: 'film',
    of: 'user',
    name: 'Film maker',
    about: 'Posted # videos of tracks.',
    aboutOne: 'Posted a video of a track.',
    icon: 'play',
    tiers: [1, 10, 50],
  },
  {
    key: 'talker',
    of: 'user',
    name: 'Talker',
    about: 'Wrote # forum posts.',
    icon: 'reply',
    tiers: [10, 100, 1000],
  },
  {
    key: 'veteran',
    of: 'user',
    name: 'Veteran',
    about: 'Member for # years.',
    aboutOne: 'Member for a year.',
    icon: 'calendar',
    tiers: [1, 5, 10, 15, 20],
  },
] as const satisfies readonly CountedChain[];

export type CountedKey = (typeof chains)[number]['key'];

/** What the tiers of `climber` mean. */
export const climberAbout = [100, 10, 1].map((place) =>
  place === 1
    ? 'Led the leaderboard of an environment.'
    : `Reached the top ${place} of an environment’s leaderboard.`,
);

/** The order is part of the ids here, too. */
export const byHand: readonly GrantedAchievement[] = [
  {
    key: 'contestwinner',
    of: 'both',
    name: 'Contest winner',
    about: 'Winner of {0}',
    aboutAll: 'Winner of a contest',
    icon: 'award',
    color: '#c79a1b',
  },
  {
    key: 'contestpodium',
    of: 'both',
    name: 'Contest podium',
    about: 'On the podium of {0}',
    aboutAll: 'On the podium of a contest',
    icon: 'stats',
    color: '#8a939c',
  },
  {
    key: 'featured',
    of: 'track',
    name: 'Front page',
    about: 'Front page, {0}',
    aboutAll: 'Featured on the front page',
    icon: 'eye',
    color: '#3f8f8a',
  },
  {
    key: 'startrack',
    of: 'track',
    name: 'StarTrack',
    about: 'StarTrack, {0}',
    aboutAll: 'Chosen as a StarTrack',
    icon: 'sun',
    color: '#c79a1b',
  },
  {
    key: 'crew',
    of: 'user',
    name: 'Crew',
    about: 'Crew since {0}',
    aboutAll: 'Member of the crew',
    icon: 'user',
    color: '#3f8f8a',
  },
  {
    key: 'supporter',
    of: 'user',
    name: 'Supporter',
    about: 'Supporter {0}',
    aboutAll: 'Supports the site',
    icon: 'plus',
    color: '#5b6fd6',
  },
];
