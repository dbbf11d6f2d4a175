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
  readonly icon: string;
  readonly color: string;
}

/** The order is part of the ids: new chains are added at the end. */
export const chains = [
  {
    key: 'builder',
    of: 'user',
    name: 'Builder',
    about: 'Has released # tracks.',
    aboutOne: 'Has released a track.',
    icon: 'flag',
    tiers: [1, 10, 50, 100, 250],
  },
  {
    key: 'applauded',
    of: 'user',
    name: 'Applauded',
    about: 'Has received # awards.',
    aboutOne: 'Has received an award.',
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
    about: 'Has given # awards.',
    aboutOne: 'Has given an award.',
    icon: 'award',
    tiers: [1, 25, 100, 500],
  },
  {
    key: 'critic',
    of: 'user',
    name: 'Critic',
    about: 'Has written # comments of 40 characters or more on tracks of others.',
    icon: 'comment',
    tiers: [10, 100, 500],
  },
  {
    key: 'driver',
    of: 'user',
    name: 'Driver',
    about: 'Has a ranked replay on # tracks.',
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
    about: 'Has held # first places at once, on tracks with 3 drivers or more.',
    aboutOne: 'Has held a first place on a track with 3 drivers or more.',
    icon: 'stats',
    tiers: [1, 10, 50, 100],
  },
  {
    key: 'topten',
    of: 'user',
    name: 'Top ten',
    about: 'Has been among the first ten of # tracks with 10 drivers or more.',
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
    about: 'Posted the first replay on # tracks that had none for 30 days.',
    aboutOne: 'Posted the first replay on a track that had none for 30 days.',
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
    about: 'Has approved # tracks of others in own packs.',
    icon: 'pack',
    tiers: [10, 50, 200],
  },
  {
    key: 'duo',
    of: 'user',
    name: 'Duo',
    about: 'Has released # tracks together with another author.',
    aboutOne: 'Has released a track together with another author.',
    icon: 'users',
    tiers: [1, 10, 50],
  },
  {
    key: 'film',
    of: 'user',
    name: 'Film maker',
    about: 'Has posted # videos of tracks.',
    aboutOne: 'Has posted a video of a track.',
    icon: 'play',
    tiers: [1, 10, 50],
  },
  {
    key: 'talker',
    of: 'user',
    name: 'Talker',
    about: 'Has written # forum posts.',
    icon: 'reply',
    tiers: [10, 100, 1000],
  },
  {
    key: 'veteran',
    of: 'user',
    name: 'Veteran',
    about: 'Has been a member for # years.',
    aboutOne: 'Has been a member for a year.',
    icon: 'calendar',
    tiers: [1, 5, 10, 15, 20],
  },
] as const satisfies readonly CountedChain[];

export type CountedKey = (typeof chains)[number]['key'];

/** What the tiers of `climber` mean. */
export const climberAbout = [100, 10, 1].map((place) =>
  place === 1
    ? 'Has led the leaderboard of an environment.'
    : `Has been among the first ${place} of the leaderboard of an environment.`,
);

/** The order is part of the ids here, too. */
export const byHand: readonly GrantedAchievement[] = [
  {
    key: 'contestwinner',
    of: 'both',
    name: 'Contest winner',
    about: 'Winner of {0}',
    icon: 'award',
    color: '#c79a1b',
  },
  {
    key: 'contestpodium',
    of: 'both',
    name: 'Contest podium',
    about: 'On the podium of {0}',
    icon: 'stats',
    color: '#8a939c',
  },
  {
    key: 'featured',
    of: 'track',
    name: 'Front page',
    about: 'Front page, {0}',
    icon: 'eye',
    color: '#3f8f8a',
  },
  {
    key: 'startrack',
    of: 'track',
    name: 'StarTrack',
    about: 'StarTrack, {0}',
    icon: 'sun',
    color: '#c79a1b',
  },
  { key: 'crew', of: 'user', name: 'Crew', about: 'Crew since {0}', icon: 'user', color: '#3f8f8a' },
  { key: 'supporter', of: 'user', name: 'Supporter', about: 'Supporter {0}', icon: 'plus', color: '#5b6fd6' },
];
