import { setTimeout as sleep } from 'node:timers/promises';
import { tileFields } from '#features/tracks/list/fields.ts';
import { listRequests } from '../../bench/costly.ts';
import { pick } from '../world.ts';
import type { Attack } from './attacker.ts';
import { newCards, resizedCards } from './cards.ts';
import { largeTracks } from './large-tracks.ts';
import { pipelining } from './pipelining.ts';
import type { AlsoVisited } from './prepare.ts';
import { signIns } from './sign-ins.ts';
import { slowReaders } from './slow-readers.ts';
import { costlyTexts } from './texts.ts';

/** Some of these, of random number. */
const some = <T>(items: readonly T[]): T[] => {
  const share = Math.random();
  return items.filter(() => Math.random() < share);
};

/** Searches of a shape that nobody sent before: any filters and orders, and a random choice of fields. */
function newSearch(searches: readonly string[]): string {
  const search = pick(searches);
  if (!search.startsWith('/api/tracks?')) return search;
  const fields = ['TrackId', ...some(tileFields)];
  const order2 = String(1 + Math.floor(Math.random() * 40));
  return `${search.replace(/&fields=[^&]*/, '')}&${new URLSearchParams({ fields: fields.join(), order2 })}`;
}

const words = ['night', 'speed', 'tech', 'loop', 'snow', 'race', 'arena'];
const keys = [
  'author:alice',
  'length:30s...1m',
  'awards:2...',
  'mood:night',
  'difficulty:expert',
  'in:hasrecord',
];
const searchPage = () => {
  const query = [...some(keys), pick(words)].join(' ');
  return `/${pick(['tracksearch', 'usersearch', 'trackpacksearch', 'videosearch'])}?${new URLSearchParams({ query })}`;
};

/** Unusual searches over the API, and every fourth time on a page. */
const searchesOf = () => {
  const searches = listRequests(1, 2000).map(({ path }) => path);
  return () => (Math.random() < 0.25 ? searchPage() : newSearch(searches));
};

const newLists: Attack = async (attacker) => {
  const next = searchesOf();
  return async () => {
    const joinLater = async () => {
      await sleep((attacker.stage.seconds * 1000) / 2);
      await attacker.flood(48, next);
    };
    await Promise.all([attacker.flood(16, next), joinLater()]);
  };
};

const refusedLists: Attack = async (attacker) => {
  const next = searchesOf();
  return () => attacker.flood(60, next);
};

const greedyPages: Attack = async (attacker) => {
  const { trackIds, userIds, threadIds } = attacker.stage;
  const pages = ['/', '/tracksearch', '/usersearch', '/leaderboards', '/news', '/forumsshow'].concat(
    trackIds.map((id) => `/trackshow/${id}`),
    userIds.map((id) => `/usershow/${id}`),
    threadIds.map((id) => `/threadshow/${id}`),
  );
  return () => attacker.flood(64, () => pick(pages));
};

/** Requests the head of a zip of thousands of replays, four at a time. */
const zipHeads: Attack = async (attacker) => () =>
  attacker.flood(4, () => `/trackreplays/${attacker.stage.crowdedTrackId}.zip`, { method: 'HEAD' });

interface Case {
  readonly title: string;
  readonly attack: Attack;
  /** what the ordinary visitor also does meanwhile */
  readonly alsoVisits?: AlsoVisited;
  /** replays to make before it begins */
  readonly replays?: {
    readonly of: 'crowdedTrackId' | 'heavyTrackId';
    readonly count: number;
    readonly bytes: number;
  };
  /** a machine that is busy with other things: the times of the visitor say nothing about the server, so only refusals count */
  readonly isOfMachine?: true;
}

/** One hostile client of each sort, by the name that `--case` takes. */
export const cases = {
  texts: {
    title: 'forum posts of 20,000 spaces or links, then lists of posts',
    attack: costlyTexts,
    alsoVisits: 'forum search',
  },
  lists: { title: 'searches of ever new shapes, 16 then 64 connections', attack: newLists },
  pages: { title: 'ordinary pages, 64 connections', attack: greedyPages },
  pipelining: { title: '2,000 requests at once on one connection', attack: pipelining },
  'sign-ins': { title: '100 sign-ins at once, again and again', attack: signIns },
  'resized-cards': { title: '100 times the same card, resized', attack: resizedCards, alsoVisits: 'card' },
  'new-cards': {
    title: 'cards that were never drawn, 40 connections',
    attack: newCards,
    alsoVisits: 'new card',
  },
  'zip-heads': {
    title: 'HEAD of a zip of 7,416 replays',
    attack: zipHeads,
    replays: { of: 'crowdedTrackId', count: 7416, bytes: 3000 },
  },
  'slow-readers': {
    title: '48 zips read at 512 bytes a second',
    attack: slowReaders,
    replays: { of: 'heavyTrackId', count: 40, bytes: 500_000 },
    alsoVisits: 'zip',
  },
  'large-tracks': {
    title: 'large tracks uploaded while the machine is busy',
    attack: largeTracks,
    isOfMachine: true,
  },
  'refused-lists': { title: 'searches that are refused, 60 connections', attack: refusedLists },
} as const satisfies Record<string, Case>;

export type CaseName = keyof typeof cases;
export const caseOf = (name: CaseName): Case => cases[name];
