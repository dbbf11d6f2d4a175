/** A user of the demo community. The same users exist on every edition. */
export interface CastMember {
  readonly name: string;
  /** age of the account in days */
  readonly joinedDaysAgo: number;
  /** share of the tracks: few users build most of them; 0 builds none */
  readonly builds: number;
  readonly level?: number;
  readonly isSupporter?: boolean;
  readonly title?: string;
  /** BB-code */
  readonly about?: string;
}

const year = 365;

/** Alice, Bob and Carol first, because examples and tests name them. */
const named: readonly CastMember[] = [
  {
    name: 'alice',
    joinedDaysAgo: 17 * year,
    builds: 30,
    isSupporter: true,
    title: 'Builds by night',
    about:
      'Building since the [b]first demo disc[/b]. My tracks are short, fast, and meant to be driven forty times in a row. Ask before you borrow a route, and tell me when you beat one of my times.',
  },
  {
    name: 'bob',
    joinedDaysAgo: 16 * year,
    builds: 22,
    about: 'Tech and trial, mostly. If a corner looks [i]impossible[/i], brake one block earlier.',
  },
  { name: 'carol', joinedDaysAgo: 14 * year, builds: 12, about: 'Long scenic drives :)' },
  { name: 'Kestrel', joinedDaysAgo: 15 * year, builds: 8, title: 'Wings optional' },
  { name: 'tarmac_tom', joinedDaysAgo: 12 * year, builds: 6 },
  {
    name: 'Žofie',
    joinedDaysAgo: 11 * year,
    builds: 5,
    about: 'Puzzles only. [b]Send screenshots, not solutions.[/b]',
  },
  { name: 'Снежок', joinedDaysAgo: 9 * year, builds: 5, about: 'Зима круглый год.' },
  { name: 'piston', joinedDaysAgo: 8 * year, builds: 4, level: 5 },
  { name: 'Liv*88', joinedDaysAgo: 6 * year, builds: 3, isSupporter: true },
  { name: 'quarter mile', joinedDaysAgo: 5 * year, builds: 2 },
  { name: 'nimbus', joinedDaysAgo: 3 * year, builds: 2 },
  { name: 'old.jorge', joinedDaysAgo: 2 * year, builds: 1 },
  { name: 'first-gear', joinedDaysAgo: 20, builds: 0 },
  {
    name: 'mo',
    joinedDaysAgo: 13 * year,
    builds: 0,
    level: 4,
    about: 'Moderator. Write to me before you write about me.',
  },
];

const before: readonly string[] = ['north', 'rusty', 'double', 'silent', 'paper', 'salty', 'copper'];
const behind: readonly string[] = ['fox', 'gear', 'clutch', 'pilot', 'wagon', 'comet'];

/** Users without tracks: they drive, comment and award. */
const crowd: readonly CastMember[] = before.flatMap((first, row) =>
  behind.map((second, column) => ({
    name: (row + column) % 3 === 0 ? `${first}_${second}` : `${first}${second}${column * row || ''}`,
    joinedDaysAgo: 90 + (((row * behind.length + column) * 613) % (15 * year)),
    builds: 0,
  })),
);

export const cast: readonly CastMember[] = [...named, ...crowd];

/** Not part of the cast: exists only if it was requested. */
export const demoAdministrator: CastMember = { name: 'admin', joinedDaysAgo: 18 * year, builds: 0, level: 6 };
