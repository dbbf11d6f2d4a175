import { readChallenge } from '../read/challenge.ts';
import type { Environment } from '../read/environment.ts';
import { readReplay } from '../read/replay.ts';
import type { BlockSpec, ChallengeSpec } from './challenge-spec.ts';
import type { GhostSpec, ReplaySpec } from './replay-spec.ts';
import { sampleBlocks } from './sample-track.ts';
import { writeChallenge, writeReplay } from './writer.ts';

/** A generated file and the reader's result. The pair is stored, so that reviews show changes of either. */
export type Fixture = { readonly name: string; readonly bytes: Uint8Array; readonly expected: string };

/** Start, boost, a few road cells and waypoints: short, so that the expected facts are readable. */
function fewBlocks(environment: Environment, seed: number): BlockSpec[] {
  const road = sampleBlocks({ environment, seed });
  const isWaypoint = (block: BlockSpec) => /check/i.test(block.name);
  return [...road.slice(0, 4), ...road.filter(isWaypoint).slice(0, 2), ...road.slice(-1)];
}

/** The smallest JPEG by its markers: start, a comment, end. */
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xfe, 0, 7, 0x63, 0x72, 0x65, 0x73, 0x74, 0xff, 0xd9);

const race = { authorTimeMs: 42_170, gold: 45_000, silver: 51_000, bronze: 64_000, authorScore: 42_170 };

/** One track per game and per mode, and special cases. */
export const CHALLENGES: Readonly<Record<string, ChallengeSpec>> = {
  'tm10-desert-race': {
    game: 'TM 1.0',
    environment: 'Desert',
    uid: 'Fixture0Tm10Desert0000001',
    name: 'Dry Run',
    authorLogin: 'alice',
    blocks: fewBlocks('Desert', 1),
    ...race,
    authorScore: null,
  },
  'tm10-rally-no-uid': {
    game: 'TM 1.0',
    environment: 'Rally',
    uid: '',
    name: '',
    authorLogin: '',
    blocks: fewBlocks('Rally', 2),
    authorTimeMs: 8170,
  },
  'powerup-snow-race': {
    game: 'TM Power Up',
    environment: 'Snow',
    uid: 'Fixture0PowerUpSnow000002',
    name: 'White Out',
    authorLogin: 'bob',
    blocks: fewBlocks('Snow', 3),
    ...race,
    authorScore: null,
    cost: 830,
  },
  'tmo-rally-puzzle': {
    game: 'TMO',
    environment: 'Rally',
    uid: 'Fixture0TmoRally000000003',
    name: '$f80Hay $0f0Day',
    authorLogin: 'Carol',
    blocks: fewBlocks('Rally', 4),
    mode: 'Puzzle',
    ...race,
    cost: 412,
    mood: 'Sunset',
    deps: [{ file: 'Any\\Advertisement\\Advert1.zip', url: '' }],
  },
  'tms-island-platform': {
    game: 'TMS',
    environment: 'Island',
    uid: 'Fixture0TmsIsland00000004',
    name: 'Falling is Easy',
    authorLogin: 'dave',
    blocks: fewBlocks('Island', 5),
    mode: 'Platform',
    authorTimeMs: 78_410,
    authorScore: 0,
    gold: 0,
    silver: 3,
    bronze: 10,
    cost: 1766,
    mood: 'Night',
    hasPassword: true,
  },
  'tmn-stadium-laps': {
    game: 'TMN ESWC',
    environment: 'Stadium',
    uid: 'Fixture0TmnStadium0000005',
    name: 'Three Times Round',
    authorLogin: 'erin',
    blocks: fewBlocks('Stadium', 6),
    ...race,
    cost: 618,
    laps: 3,
    mood: 'Sunrise',
  },
  'tmu-coast-shortcut': {
    game: 'TMU',
    environment: 'Coast',
    uid: 'Fixture0TmuCoast000000006',
    name: '$o$fffCliff & "Edge" <1>',
    authorLogin: 'frank',
    blocks: fewBlocks('Coast', 7),
    mode: 'Shortcut',
    ...race,
    cost: 938,
    thumbnail: JPEG,
    comments: 'Mind the sheep.',
  },
  'tmu-bay-crazy': {
    game: 'TMU',
    environment: 'Bay',
    uid: 'Fixture0TmuBay00000000007',
    name: 'Ferry 09:15',
    authorLogin: 'grace',
    blocks: fewBlocks('Bay', 8),
    mode: 'Crazy',
    ...race,
  },
  'tmf-stadium-stunts': {
    game: 'TMF',
    environment: 'Stadium',
    uid: 'Fixture0TmfStadium0000008',
    name: '$i$s$06fŁoop ทดลอง',
    authorLogin: 'heidi',
    blocks: fewBlocks('Stadium', 9),
    mode: 'Stunts',
    authorTimeMs: 68_540,
    authorScore: 500,
    gold: 420,
    silver: 300,
    bronze: 180,
    cost: 1978,
    timeLimitMs: 80_000,
    thumbnail: JPEG,
  },
  'tmf-snow-other-car': {
    game: 'TMF',
    environment: 'Snow',
    car: 'Stadium',
    uid: 'Fixture0TmfSnow0000000009',
    name: 'Wrong Tyres',
    authorLogin: 'ivan',
    blocks: fewBlocks('Snow', 10),
    ...race,
    hasPassword: true,
    mod: { file: 'Skins\\Alpine\\Mod\\Winter.zip', url: 'http://example.org/Winter.zip' },
    music: { file: 'MusicTracks\\Sleigh.ogg', url: '' },
    deps: [
      { file: 'Skins\\Alpine\\Mod\\Winter.zip', url: 'http://example.org/Winter.zip' },
      { file: 'MusicTracks\\Sleigh.ogg', url: '' },
    ],
  },
  'tmf-stadium-unvalidated': {
    game: 'TMF',
    environment: 'Stadium',
    uid: 'Fixture0TmfStadium0000010',
    name: 'Not yet',
    authorLogin: 'judy',
    blocks: fewBlocks('Stadium', 11),
  },
  'tmf-desert-unlimiter': {
    game: 'TMF',
    environment: 'Desert',
    uid: 'Fixture0TmfDesert00000011',
    name: 'Hidden',
    authorLogin: 'mallory',
    blocks: [],
    ...race,
    unlimiterMessage: 'A program is required to load this challenge.',
  },
};

/** The track embedded in a replay of the same game. */
function mapOf(game: ReplaySpec['game'], environment: Environment, uid: string): Uint8Array {
  const blocks = fewBlocks(environment, 1);
  return writeChallenge({ game, environment, uid, name: 'Inner', authorLogin: 'alice', blocks, ...race });
}

const driver = { mapAuthor: 'alice', nickname: '$f00bob', login: 'bob', bestTimeMs: 43_210 };
const ghost = {
  timeMs: 43_210,
  checkpoints: [
    { timeMs: 20_050, score: 4 },
    { timeMs: 43_210, score: 9 },
  ],
  inputs: [
    { timeMs: -100, control: 'accelerate', value: 1 },
    { timeMs: 0, control: 'start', value: 1 },
    { timeMs: 250, control: 'left', value: 1 },
    { timeMs: 400, control: 'left', value: 0 },
    { timeMs: 520, control: 'steer', value: 4321 },
    { timeMs: 43_210, control: 'finish', value: 1 },
  ],
  samples: Array.from({ length: 6 }, (_, i) => ({
    position: [100 + i, 20, 300 - 2 * i] as const,
    velocity: [10, 0, -20] as const,
    heading: 2.6,
    gas: 1,
  })),
} satisfies GhostSpec;

/** One replay per game, and special cases. */
export const REPLAYS: Readonly<Record<string, ReplaySpec>> = {
  ...Object.fromEntries(
    (
      [
        ['tm10-snow', 'TM 1.0', 'Snow'],
        ['powerup-desert', 'TM Power Up', 'Desert'],
        ['tmo-rally', 'TMO', 'Rally'],
        ['tms-bay', 'TMS', 'Bay'],
        ['tmn-stadium', 'TMN ESWC', 'Stadium'],
        ['tmu-island', 'TMU', 'Island'],
        ['tmf-coast', 'TMF', 'Coast'],
      ] as const
    ).map(([name, game, environment]): [string, ReplaySpec] => {
      const uid = `Fixture0Replay${name.replace('-', '0')}`;
      return [
        name,
        { game, environment, uid, map: mapOf(game, environment, uid), ...driver, ghosts: [ghost] },
      ];
    }),
  ),
  'tmf-two-ghosts': {
    game: 'TMF',
    environment: 'Stadium',
    uid: 'Fixture0TmfReplay00000001',
    ...driver,
    respawns: 2,
    stuntScore: 147,
    validable: false,
    ghosts: [ghost, { timeMs: 50_000, nickname: 'carol', login: 'carol' }],
  },
  'tmf-shifted-clock': {
    game: 'TMF',
    environment: 'Stadium',
    uid: 'Fixture0TmfReplay00000002',
    ...driver,
    exe: 'TmForeverCompPatch.2.11.26(1.5).abc',
    ghosts: [ghost],
    shiftedClock: true,
  },
  'tmu-not-finished': {
    game: 'TMU',
    environment: 'Stadium',
    uid: 'Fixture0TmuReplay00000003',
    ...driver,
    bestTimeMs: null,
    ghosts: [{ timeMs: null }],
  },
};

/** Facts as JSON; bytes are replaced by their number. */
function facts(read: unknown): string {
  const shorten = (_key: string, value: unknown) =>
    value instanceof Uint8Array ? `${value.length} bytes` : value;
  return `${JSON.stringify(read, shorten, 1)}\n`;
}

/** Generates all fixtures. */
export function makeFixtures(): Fixture[] {
  const tracks = Object.entries(CHALLENGES).map(([name, spec]) => {
    const bytes = writeChallenge(spec);
    return { name: `${name}.challenge`, bytes, expected: facts(readChallenge(bytes)) };
  });
  const runs = Object.entries(REPLAYS).map(([name, spec]) => {
    const bytes = writeReplay(spec);
    return { name: `${name}.replay`, bytes, expected: facts(readReplay(bytes)) };
  });
  return [...tracks, ...runs];
}
