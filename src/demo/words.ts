import type { EnvironmentName } from '#lib/codes/environment.ts';
import { below } from '#lib/gbx/tools/random.ts';

/** Words for track names and comments of the demo. */
type Random = () => number;
export const pick = <T>(random: Random, list: readonly [T, ...T[]]): T =>
  list[below(random, list.length)] ?? list[0];

type Words = readonly [string, ...string[]];
const places: Record<EnvironmentName, Words> = {
  Snow: [
    'Glacier',
    'Sawmill',
    'Avalanche',
    'Timberline',
    'North Face',
    'Frostbite',
    'Ice Road',
    'Lantern Pass',
  ],
  Desert: ['Canyon', 'Mesa', 'Dust Devil', 'Route 9', 'Silver Mine', 'Tumbleweed', 'Mirage', 'Rattlesnake'],
  Rally: ['Hay Bale', 'Castle', 'Vineyard', 'Mill Lane', 'Harvest', 'Old Bridge', 'Hedgerow', 'Windmill'],
  Island: ['Lagoon', 'Coral', 'Monsoon', 'Palm Drive', 'Lighthouse', 'Trade Wind', 'Archipelago', 'Reef'],
  Coast: ['Corniche', 'Olive Grove', 'Cliffside', 'Harbour', 'Marina', 'Siesta', 'Cypress', 'Promenade'],
  Bay: ['Ferry', 'Skyscraper', 'Boardwalk', 'Dockyard', 'Cable Car', 'Foghorn', 'Pier', 'Downtown'],
  Stadium: ['Floodlight', 'Grandstand', 'Asphalt', 'Turbo', 'Neon', 'Overdrive', 'Velodrome', 'Podium'],
};

const first: Words = [
  'Midnight',
  'Second',
  'Lost',
  'Crooked',
  'Quiet',
  'Electric',
  'Last',
  'Broken',
  'Golden',
  'Borrowed',
];
const last: Words = [
  'Run',
  'Sprint',
  'Dash',
  'Loop',
  'Express',
  'Circuit',
  'Shuffle',
  'Detour',
  'Trial',
  'Waltz',
];
const codes: Words = ['$f80', '$0cf', '$6c0', '$f06', '$ff0', '$93f'];

/** A track name; one in three has colours, a few are long or Cyrillic. At most 50 characters. */
export function trackName(random: Random, environment: EnvironmentName, number: number): string {
  const place = pick(random, places[environment]);
  const [a, z, code] = [pick(random, first), pick(random, last), pick(random, codes)];
  const shapes: [string, ...string[]] = [
    `${a} ${place}`,
    `${place} ${z}`,
    `${place} ${z} ${2 + below(random, 8)}`,
    `${a} ${z}`,
    `${code}${place} $fff${z}`,
    `$o${code}${a} $z${place}`,
    `$s$i${code}${place}${'$fff'}#${number}`,
    `$w${code}${a.toUpperCase()}`,
    `${a} ${place} ${z} (short version)`,
    `-=[ ${place} ]=-`,
  ];
  const rare: [string, ...string[]] = [
    `The ${a} ${place} and the Long Road Back Home`,
    `${code}Ночной $fffпробег`,
    `Снежная ${code}тропа $z№${number}`,
    `$$$$ ${place} $$$$`,
    `What happens after the ${place.toLowerCase()} ${z.toLowerCase()}?`,
  ];
  return Array.from(pick(random, random() < 0.15 ? rare : shapes))
    .slice(0, 50)
    .join('');
}

const comments: Words = [
  'First upload in months. [b]Keep the inside line[/b] after the second checkpoint and it flows.',
  'Built in one evening, tested for two weeks. Author time is beatable, gold is [i]fair[/i].',
  'Thanks to everybody who tested :D\n\nNo cuts that I know of. If you find one, tell me before you post the replay ;)',
  'Version 2:\n[list][*]smoother landing after the jump[*]removed the wallride nobody liked[*]new intro[/list]',
  'Part of my [u]evening[/u] series. Have a look at [track]1[/track] if you like this one.',
  '[quote=bob]Too easy.[/quote]\nHarder now.',
  'Mini track. Forty tries and you know it by heart.',
  'Full speed means full speed: [b]do not brake[/b].',
  'Трасса на вечер. Пишите время в комментариях!',
  'Inspired by a road near my home. The real one has fewer loops.',
  ':gold: for everyone under the author time. Route drawing: https://example.com/routes',
  'Build time: 6 h. Mediatracker: intro, ingame, outro. Enjoy!',
];

/** The author's comment; empty for one in four. */
export const authorComments = (random: Random): string => (random() < 0.25 ? '' : pick(random, comments));

export const roles: Words = ['scenery', 'route', 'intro and outro', 'testing', 'idea', 'jumps'];
