import { createHash } from 'node:crypto';
import { type EnvironmentName, environmentById } from '#lib/codes/environment.ts';
import { gameFormats } from '#lib/codes/game.ts';
import { moods, replayTypes } from '#lib/codes/track.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { environmentsOf } from '#lib/gbx/read/game.ts';
import type { Mode } from '#lib/gbx/read/mode.ts';
import type { BlockSpec, ChallengeSpec } from '#lib/gbx/tools/challenge-spec.ts';
import { below, seededRandom } from '#lib/gbx/tools/random.ts';
import type { Site } from '#sites/schema.ts';
import { cast } from './cast.ts';
import { landscapedTrack } from './landscape.ts';
import { ideasFor, type RouteIdea } from './route.ts';
import { authorComments, type NamedFor, pick, roles, trackName } from './words.ts';

/** One planned track of the demo: its file, its settings, and its later history. */
export interface PlannedTrack {
  readonly spec: Omit<ChallengeSpec, 'thumbnail'>;
  /** those of its blocks that are driven, in this order */
  readonly road: readonly BlockSpec[];
  readonly environment: EnvironmentName;
  readonly mood: number;
  /** upside-down thumbnail in the file, if the game's format has one */
  readonly hasPicture: boolean;
  /** how many its uploader adds */
  readonly screenshots: number;
  readonly builder: string;
  readonly daysAgo: number;
  readonly settings: {
    TrackName: string;
    Difficulty: number;
    Routes: number;
    Tags: number[];
    AuthorComments: string;
    Visible: boolean;
  };
  readonly coAuthors: readonly { name: string; role: string; isPending: boolean }[];
  readonly isBeta: boolean;
  readonly isListed: boolean;
  /** replay type set by the crew; null: by the usual rules */
  readonly replayType: number | null;
  /** talks: conversations in comments */
  readonly counts: { awards: number; talks: number; downloads: number };
  /** days between upload and the last activity */
  readonly quietAfterDays: number;
}

type Random = () => number;
/** The tracks of each edition, unless another number is asked for. */
const tracksPerSite = 120;
const oldestDays = 16 * 365;
/** The oldest ones came with the game. */
const officialTracks = 4;

/** The demo tracks of an edition, oldest first. Always the same for the same edition and number. */
export function plannedTracks(site: Site, count = tracksPerSite): PlannedTrack[] {
  const random = seededRandom(createHash('sha256').update(`demo ${site.code}`).digest().readUInt32LE());
  const taken = new Set<string>();
  const ages = Array.from({ length: count }, (_, index) => count - 1 - index);
  const days = ages.map((age) => daysOf(random, age, count)).sort((a, b) => b - a);
  return ages.map((age, index) =>
    plannedTrack(site, random, { age, count, daysAgo: days[index] ?? 1 }, taken),
  );
}

/** More tracks in recent days: the newest is from yesterday. */
const daysOf = (random: Random, age: number, count: number): number =>
  1 + Math.round(oldestDays * (age / count) ** 2.4) + (age > 4 ? 4 + below(random, 20) : age);

/** `age` 0 is the newest. */
function plannedTrack(
  site: Site,
  random: Random,
  { age, count, daysAgo }: { age: number; count: number; daysAgo: number },
  taken: Set<string>,
): PlannedTrack {
  const { spec, road, environment, mood, idea } = plannedFile(site, random, { age, count }, taken);
  const builder = builderOf(random, daysAgo);
  const [isBeta, isListed, isVisible] = [age === 2 || age === 11, age !== 14, age !== 19];
  const isOfficial = age >= count - officialTracks;
  const awards = isBeta ? 0 : Math.max(awardsOf(random, age), isOfficial ? 4 : 0);
  const fame = random();
  return {
    spec,
    road,
    environment,
    mood,
    hasPicture: random() < 0.3,
    screenshots: random() < 0.36 ? 1 + Math.floor(3 * random() ** 2.5) : 0,
    builder,
    daysAgo,
    settings: {
      TrackName: spec.name,
      Difficulty: pick(random, [0, 1, 1, 1, 2, 2, 3]),
      Routes: pick(random, [0, 0, 0, 0, 1, 2]),
      Tags: tagsOf(site, random, spec, idea),
      AuthorComments: authorComments(random),
      Visible: isVisible,
    },
    coAuthors: coAuthorsOf(random, builder, age),
    isBeta,
    isListed,
    replayType: replayTypeOf(site, { age, awards, fame, isOfficial }),
    counts: {
      awards,
      talks: Math.round(awards * (0.2 + random() * 0.4)) + (fame > 0.6 || isBeta ? 1 : 0),
      downloads: Math.round((20 + 15 * awards) * (0.4 + random() * 1.2) * Math.min(1, daysAgo / 30)),
    },
    quietAfterDays: Math.floor(Math.max(Math.min(7, daysAgo - 1), random() ** 2 * (daysAgo - 1))),
  };
}

interface Standing {
  readonly age: number;
  readonly awards: number;
  readonly fame: number;
  readonly isOfficial: boolean;
}

/** The leaderboard that the crew chose; of the popular tracks, every second one is a classic, and on the others players compete. */
function replayTypeOf(site: Site, { age, awards, fame, isOfficial }: Standing): number | null {
  if (isOfficial) return replayTypes.indexOf('Nadeo');
  if (awards >= 10) return age % 2 === 0 ? replayTypes.indexOf('Classic') : null;
  return site.capabilities.hasStarTracks && fame > 0.94 ? replayTypes.indexOf('Star') : null;
}

/** Most tracks never get an award, a few get many. */
function awardsOf(random: Random, age: number): number {
  // there are always a popular classic, and one on which players compete
  if (age === 6 || age === 9) return 20 + below(random, 10);
  const luck = random();
  if (luck < 0.68) return 0;
  if (luck < 0.9) return 1 + below(random, 2);
  return luck < 0.97 ? 3 + below(random, 4) : 10 + below(random, 6);
}

function builderOf(random: Random, daysAgo: number): string {
  const there = cast.filter((member) => member.builds > 0 && member.joinedDaysAgo > daysAgo);
  let ticket = random() * there.reduce((sum, member) => sum + member.builds, 0);
  for (const member of there) {
    ticket -= member.builds;
    if (ticket < 0) return member.name;
  }
  return 'alice';
}

/** One track in six has several authors; one of them has not accepted yet. */
function coAuthorsOf(random: Random, builder: string, age: number): PlannedTrack['coAuthors'] {
  if (age % 6 !== 1) return [];
  const others = cast.filter((member) => member.builds > 1 && member.name !== builder);
  const from = below(random, others.length);
  return [...others, ...others]
    .slice(from, from + 1 + below(random, 4))
    .map(({ name }, index) => ({ name, role: pick(random, roles), isPending: age === 7 && index === 0 }));
}

type Tag = Site['tags'][number];

/** The tag that says what a route is like. */
const tagOf: Readonly<Record<RouteIdea | 'laps', string>> = {
  speed: 'FullSpeed',
  tech: 'Tech',
  hill: 'SpeedTech',
  jumps: 'LOL',
  loops: 'FullSpeed',
  spiral: 'SpeedTech',
  mixed: 'RPG',
  laps: 'Laps',
};

function tagsOf(
  site: Site,
  random: Random,
  spec: { mode?: Mode; laps?: number },
  idea: RouteIdea | 'laps',
): number[] {
  const ids = site.tags.map((tag) => tag.id);
  const isStunt = ({ name }: Tag) => name === 'Stunt';
  const isLaps = ({ meaning }: Tag) => meaning === 'laps';
  const isFitting = spec.mode === 'Stunts' ? isStunt : (spec.laps ?? 0) > 0 ? isLaps : () => false;
  const isOwn = (tag: Tag) => isFitting(tag) || (spec.mode === 'Race' && tag.name === tagOf[idea]);
  const fitting = site.tags.filter(isOwn).map(({ id }) => id);
  const wanted = 1 + below(random, 3);
  const free = site.tags
    .filter((tag) => !isStunt(tag) && !isLaps(tag) && (tag.meaning !== 'uncompetitive' || random() < 0.3))
    .map(({ id }) => id);
  const tags = new Set(fitting);
  // the first tags of a list are the common ones; an edition may have only one
  for (let tries = 0; tags.size < wanted && tries < 20; tries++) {
    const id = free[Math.floor(random() ** 1.5 * free.length)];
    if (id !== undefined) tags.add(id);
  }
  return tags.size > 0 ? [...tags] : ids.slice(0, 1);
}

function plannedFile(
  site: Site,
  random: Random,
  { age, count }: { age: number; count: number },
  taken: Set<string>,
) {
  const environmentId = site.environments[age % site.environments.length] ?? 7;
  const environment = nameOf(environmentId);
  const games = gameFormats.filter(
    (format) => site.formats.includes(format) && environmentsOf(format).includes(environment),
  );
  const game = games[Math.floor(random() ** 0.5 * games.length)]; // usually the newest
  if (!game) throw new Error(`sites/${site.code}: none of its formats has tracks of ${environment}.`);
  // the first two games store no score, and the first one neither mode nor mood
  const isEarly = game === 'TM 1.0' || game === 'TM Power Up';
  const mode: Mode = isEarly
    ? 'Race'
    : pick(random, [...races, 'Puzzle', 'Platform', 'Platform', 'Stunts', 'Shortcut']);
  const mood = game === 'TM 1.0' ? 1 : pick(random, [0, 1, 1, 1, 2, 3, 3]);
  const mixed = ['TMU', 'TMF'].includes(game) && site.cars.length > 1 && random() < 0.1;
  const car = mixed ? nameOf(site.cars[below(random, site.cars.length)] ?? environmentId) : environment;
  const laps = mode === 'Race' && !isEarly && random() < 0.08 ? 3 : 0;
  const ideas = ideasFor(environment);
  const idea: RouteIdea | 'laps' = laps > 0 ? 'laps' : (ideas[below(random, ideas.length)] ?? 'mixed');
  const pieces = 22 + below(random, 30);
  const { road, blocks } = landscapedTrack(environment, 1000 + age * 7 + environmentId, idea, pieces);
  const spec: PlannedTrack['spec'] = {
    game,
    environment,
    uid: createHash('sha256').update(`${site.code} ${age}`).digest('base64url').slice(0, 27),
    name: newName(random, { environment, idea, number: count - age }, taken),
    authorLogin: `demo_${age}`,
    blocks,
    car,
    mood: moods[mood] ?? 'Day',
    mode,
    laps,
    cost: 200 + below(random, 3000),
    ...medals(
      random,
      mode,
      roundUp((Math.max(1, laps) * lengthOf(road) * 1000) / blocksPerSecond(random), 10),
    ),
  };
  return { spec, road, environment, mood, idea };
}

/** In cells. */
function lengthOf(road: readonly BlockSpec[]): number {
  const steps = road.map((at, index) => {
    const next = road[index + 1] ?? at;
    return Math.hypot(next.x - at.x, next.z - at.z);
  });
  return steps.reduce((sum, step) => sum + step, 0);
}

/** Authors sometimes reuse names, but not within one demo. */
function newName(random: Random, about: NamedFor, taken: Set<string>): string {
  let name = trackName(random, about);
  for (let tries = 0; taken.has(stripGameText(name)) && tries < 20; tries++) name = trackName(random, about);
  taken.add(stripGameText(name));
  return name;
}

const races: [Mode, ...Mode[]] = [
  'Race',
  'Race',
  'Race',
  'Race',
  'Race',
  'Race',
  'Race',
  'Race',
  'Race',
  'Race',
];

function nameOf(id: number): EnvironmentName {
  const found = environmentById(id);
  if (!found) throw new Error(`There is no environment ${id}.`);
  return found.name;
}

const roundUp = (value: number, step: number) => Math.ceil(value / step) * step;

/** How fast an author drives. */
const blocksPerSecond = (random: Random) => 1 + 0.5 * random();

/** Medals as authors set them: whole seconds, respawns, points. */
function medals(random: Random, mode: Mode, authorTimeMs: number) {
  if (mode === 'Platform')
    return { authorTimeMs, authorScore: 0, gold: 1 + below(random, 3), silver: 6, bronze: 15 };
  if (mode === 'Stunts') {
    const authorScore = 300 + 10 * below(random, 90);
    const share = (part: number) => Math.floor((authorScore * part) / 10) * 10;
    return { authorTimeMs, authorScore, gold: share(0.8), silver: share(0.5), bronze: share(0.25) };
  }
  const over = (part: number) => roundUp(authorTimeMs * part, 1000);
  return { authorTimeMs, authorScore: authorTimeMs, gold: over(1.06), silver: over(1.2), bronze: over(1.5) };
}
