/**
 * What somebody does here. Hunters drive for records, and newcomers are slow; a returner was away for years and has been back for some
 * weeks.
 */
export type Life = 'builder' | 'hunter' | 'regular' | 'newcomer' | 'returner';

/** A user of the demo community. The same users exist on every edition. */
export interface CastMember {
  readonly name: string;
  /** age of the account in days */
  readonly joinedDaysAgo: number;
  /** share of the tracks: few users build most of them; 0 builds none */
  readonly builds: number;
  readonly life: Life;
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
    life: 'builder',
    isSupporter: true,
    title: 'Builds by night',
    about:
      'Building since the [b]first demo disc[/b]. My tracks are short, fast, and meant to be driven forty times in a row. Ask before you borrow a route, and tell me when you beat one of my times.',
  },
  {
    name: 'bob',
    joinedDaysAgo: 16 * year,
    builds: 22,
    life: 'builder',
    about: 'Tech and trial, mostly. If a corner looks [i]impossible[/i], brake one block earlier.',
  },
  { name: 'carol', joinedDaysAgo: 14 * year, builds: 12, life: 'builder', about: 'Long scenic drives :)' },
  {
    name: 'Kestrel',
    joinedDaysAgo: 15 * year,
    builds: 8,
    life: 'hunter',
    title: 'Wings optional',
    about: 'I hunt first places and give them back when asked nicely.',
  },
  {
    name: 'tarmac_tom',
    joinedDaysAgo: 12 * year,
    builds: 6,
    life: 'hunter',
    about: 'Ran the Sunday cup for five years. Now I only lose in it.',
  },
  {
    name: 'Žofie',
    joinedDaysAgo: 11 * year,
    builds: 5,
    life: 'builder',
    about: 'Puzzles only. [b]Send screenshots, not solutions.[/b]',
  },
  { name: 'Снежок', joinedDaysAgo: 9 * year, builds: 5, life: 'regular', about: 'Зима круглый год.' },
  { name: 'piston', joinedDaysAgo: 8 * year, builds: 4, life: 'regular', level: 5 },
  { name: 'Liv*88', joinedDaysAgo: 6 * year, builds: 3, life: 'builder', isSupporter: true },
  {
    name: 'quarter mile',
    joinedDaysAgo: 5 * year,
    builds: 2,
    life: 'hunter',
    about: 'Long straights, late nights. Three minutes is a short track.',
  },
  {
    name: 'nimbus',
    joinedDaysAgo: 3 * year,
    builds: 2,
    life: 'regular',
    about: 'Slow with the keyboard, slow with the pad, happy with both.',
  },
  {
    name: 'old.jorge',
    joinedDaysAgo: 12 * year,
    builds: 1,
    life: 'returner',
    about: 'Was here in the early days, went to repair bicycles, came back.',
  },
  {
    name: 'first-gear',
    joinedDaysAgo: 20,
    builds: 0,
    life: 'newcomer',
    about: 'New here! Still looking for second gear.',
  },
  {
    name: 'mo',
    joinedDaysAgo: 13 * year,
    builds: 0,
    life: 'regular',
    level: 4,
    about: 'Moderator. Write to me before you write about me.',
  },
];

const before: readonly string[] = ['north', 'rusty', 'double', 'silent', 'paper', 'salty', 'copper'];
const behind: readonly string[] = ['fox', 'gear', 'clutch', 'pilot', 'wagon', 'comet'];
const lives: readonly Life[] = ['hunter', 'regular', 'returner', 'regular', 'newcomer', 'hunter', 'regular'];

/** What some of the crowd say about themselves. */
const abouts: Readonly<Record<string, string>> = {
  north_fox: 'Record hunter in the evening, bus driver in the morning. Slow on purpose in only one of them.',
  north_pilot: 'Flying is falling with style. Jumps only, please.',
  northclutch: 'Back after six years. Where did everybody learn to drive like that?',
  rusty_comet: 'Best track ever? I have not built it yet. Wait for it.',
  rustyfox: 'Only full speed. If I have to brake, it is not for me.',
  rustygear1: 'I collect silver medals. Somebody has to.',
  double_gear: 'Servers, cups, late nights. Ask me about our Friday list.',
  double_wagon: 'Started this summer. First author medal in the autumn. [b]Not stopping now.[/b]',
  silent_fox: 'An old computer, an older desk, and the newest tracks at eleven frames a second.',
  silent_pilot: 'I write few comments and read all of them.',
  paperfox: 'One finger for the gas, one for the brake, and many firsts.',
  papergear4: 'I say what I think.',
  salty_gear: 'Second place is a place, too. I have four hundred of them.',
  saltycomet25: 'Keyboard player since the demo, three keyboards so far. RIP left arrow.',
  copper_fox: 'I want to build, but then somebody uploads a track and the evening is gone.',
  copper_pilot: 'Mini tracks for the lunch break.',
};

/** Users without tracks: they drive, comment and award. */
const crowd: readonly CastMember[] = before.flatMap((first, row) =>
  behind.map((second, column) => {
    const place = row * behind.length + column;
    const name = (row + column) % 3 === 0 ? `${first}_${second}` : `${first}${second}${column * row || ''}`;
    const life = lives[(place + row) % lives.length] ?? 'regular';
    const years = life === 'newcomer' ? 0 : life === 'returner' ? 8 : 1;
    const joinedDaysAgo =
      40 + years * year + ((place * 613) % ((life === 'newcomer' ? 0.4 : 15 - years) * year));
    const about = abouts[name];
    return {
      name,
      joinedDaysAgo: Math.round(joinedDaysAgo),
      builds: 0,
      life,
      ...(about !== undefined && { about }),
    };
  }),
);

export const cast: readonly CastMember[] = [...named, ...crowd];

/** Not part of the cast: exists only if it was requested. */
export const demoAdministrator: CastMember = {
  name: 'admin',
  joinedDaysAgo: 18 * year,
  builds: 0,
  life: 'regular',
  level: 6,
};
