import type { EnvironmentName } from '#lib/codes/environment.ts';
import { below } from '#lib/gbx/tools/random.ts';
import type { RouteIdea } from './route.ts';

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
    'Snowdrift',
    'Chalet',
    'Black Pine',
    'Husky',
    'First Snow',
    'Cold Front',
    'Cable Lift',
    'Woodpecker',
  ],
  Desert: [
    'Canyon',
    'Mesa',
    'Dust Devil',
    'Route 9',
    'Silver Mine',
    'Tumbleweed',
    'Mirage',
    'Rattlesnake',
    'Saguaro',
    'Red Rock',
    'Gas Station',
    'Coyote',
    'Salt Flat',
    'Gold Rush',
    'Heat Haze',
    'Dry River',
  ],
  Rally: [
    'Hay Bale',
    'Castle',
    'Vineyard',
    'Mill Lane',
    'Harvest',
    'Old Bridge',
    'Hedgerow',
    'Windmill',
    'Cobblestone',
    'Apple Tree',
    'Blacksmith',
    'Cattle Grid',
    'Village Green',
    'Mud Bath',
    'Church Hill',
    'Barn Door',
  ],
  Island: [
    'Lagoon',
    'Coral',
    'Monsoon',
    'Palm Drive',
    'Lighthouse',
    'Trade Wind',
    'Archipelago',
    'Reef',
    'High Tide',
    'Flying Fish',
    'Runway',
    'Coconut',
    'Sea Breeze',
    'Deep Blue',
    'Hammock',
    'Pelican',
  ],
  Coast: [
    'Corniche',
    'Olive Grove',
    'Cliffside',
    'Harbour',
    'Marina',
    'Siesta',
    'Cypress',
    'Promenade',
    'Espresso',
    'Old Town',
    'Lemon Tree',
    'Riviera',
    'Belvedere',
    'Sardine',
    'Seagull',
    'Switchback',
  ],
  Bay: [
    'Ferry',
    'Skyscraper',
    'Boardwalk',
    'Dockyard',
    'Cable Car',
    'Foghorn',
    'Pier',
    'Downtown',
    'Container',
    'Rush Hour',
    'Fish Market',
    'Drawbridge',
    'Taxi',
    'Warehouse',
    'Neon Bay',
    'Fire Escape',
  ],
  Stadium: [
    'Floodlight',
    'Grandstand',
    'Asphalt',
    'Turbo',
    'Neon',
    'Overdrive',
    'Velodrome',
    'Podium',
    'Tarmac',
    'Green Carpet',
    'Chequered',
    'Redline',
    'Slipstream',
    'Home Turf',
    'Goalpost',
    'Rubber',
    'Scoreboard',
    'Hotlap',
    'Pit Stop',
    'Clockwork',
    'Pendulum',
    'Backspin',
    'Concrete',
    'Skyline',
  ],
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
  'Lazy',
  'Hidden',
  'Blue',
  'Angry',
  'Double',
  'Little',
  'Stolen',
  'Seven',
  'Wrong',
  'Dancing',
];
/** What a track is called after its route. */
const last: Readonly<Record<RouteIdea | 'laps', Words>> = {
  speed: ['Sprint', 'Dash', 'Rush', 'Express', 'Run', 'Rocket', 'Autobahn', 'Comet'],
  tech: ['Shuffle', 'Slalom', 'Waltz', 'Zigzag', 'Trial', 'Maze Run', 'Tightrope', 'Needle'],
  hill: ['Climb', 'Descent', 'Summit', 'Ridge', 'Pass', 'Valley', 'Terrace', 'Rollercoaster'],
  jumps: ['Leap', 'Flight', 'Airtime', 'Hop', 'Take-off', 'Gap Year', 'Trampoline', 'Long Jump'],
  loops: ['Carousel', 'Loop', 'Somersault', 'Upside Down', 'Pretzel', 'Roundabout'],
  spiral: ['Spiral', 'Tower', 'Corkscrew', 'Helix', 'Staircase', 'Snail Shell', 'Orbit'],
  mixed: ['Story', 'Ride', 'Affair', 'Detour', 'Dream', 'Revenge', 'Breakout', 'Chase', 'Serenade'],
  laps: ['Circuit', 'Ring', 'Grand Prix', 'Speedway', '500', 'Oval', 'Track Day'],
};
const codes: Words = ['$f80', '$0cf', '$6c0', '$f06', '$ff0', '$93f'];

/** What a name refers to. */
export interface NamedFor {
  readonly environment: EnvironmentName;
  readonly idea: RouteIdea | 'laps';
  readonly number: number;
}

/** A track name; one in three has colours, a few are long or Cyrillic. At most 50 characters. */
export function trackName(random: Random, { environment, idea, number }: NamedFor): string {
  const place = pick(random, places[environment]);
  const [a, z, code] = [pick(random, first), pick(random, last[idea]), pick(random, codes)];
  const shapes: [string, ...string[]] = [
    `${a} ${place}`,
    `${place} ${z}`,
    `${place} ${z} ${2 + below(random, 8)}`,
    `${a} ${z}`,
    `${code}${place} $fff${z}`,
    `$o${code}${a} $z${place}`,
    `$w${code}${a.toUpperCase()}`,
    `${a} ${place} ${z}`,
    `-=[ ${place} ]=-`,
  ];
  const rare: [string, ...string[]] = [
    `The ${a} ${place} and the Long Road Back Home`,
    `${code}Ночной $fffпробег`,
    `$s$i${code}${place}${'$fff'}#${number}`,
    `${a} ${place} (short version)`,
    `${code}Дорога $fffдомой $z№${number}`,
    `$$$$ ${place} $$$$`,
    `What happens after the ${place.toLowerCase()} ${z.toLowerCase()}?`,
  ];
  return Array.from(pick(random, random() < 0.12 ? rare : shapes))
    .slice(0, 50)
    .join('');
}

const beginnings: Words = [
  'First upload in months.',
  'Built in one evening, tested for two weeks.',
  'My entry for the Sunday cup.',
  'Mini track.',
  'An old idea, finally finished.',
  'Number three of my [u]evening[/u] series. Have a look at [track]1[/track] if you like this one.',
  'Inspired by a road near my home. The real one has less air under it.',
  'Build time: 6 h.',
  'Made for our LAN, now for everyone.',
  'My brother said that I cannot build fast tracks. Well.',
  'Rainy weekend, so here is another one.',
  'Second version, the first had a cut that you could park a truck in.',
  'Трасса на вечер.',
  'Something different from me this time.',
  'I started with the ending and worked backwards.',
];
const middles: Words = [
  '[b]Keep the inside line[/b] after the second checkpoint and it flows.',
  'Author time is beatable, gold is [i]fair[/i].',
  'Full speed means full speed: [b]do not brake[/b].',
  'Forty tries and you know it by heart.',
  'No cuts that I know of. If you find one, tell me before you post the replay ;)',
  'The first corner decides everything.',
  'Looks harder than it is. Or the other way round.',
  'Respawns are fine except at the last checkpoint.',
  'Not a wallride in sight, promised.',
  'Best driven at night, with the lights off.',
  ':gold: for everyone under the author time.',
  'One turn is mean. You will know it when you see it.',
  'New:\n[list][*]smoother landing[*]signs before the second turn[*]new intro[/list]',
];
const endings: Words = [
  'Enjoy!',
  'Thanks to everybody who tested :D',
  'Comments welcome, awards too ;)',
  'Have fun and post your replays.',
  'Пишите время в комментариях!',
  'Mediatracker: intro, ingame, outro.',
  'Tell me where you crash.',
  'See you at the top of the list.',
  '',
  '',
];

/** The author's comment; empty for one in four. */
export const authorComments = (random: Random): string =>
  random() < 0.25
    ? ''
    : `${pick(random, beginnings)} ${pick(random, middles)}\n\n${pick(random, endings)}`.trim();

export const roles: Words = ['scenery', 'route', 'intro and outro', 'testing', 'idea', 'jumps'];
