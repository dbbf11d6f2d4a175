import { expect, test } from 'vitest';
import { seededRandom } from '#lib/gbx/tools/random.ts';
import { runSeed } from '#testing/run-seed.ts';
import type { Community } from './community.ts';
import { byShare, distinct, freshFilter, memberShare, pageTypes, somePage, zipf } from './mix.ts';

const seed = runSeed();
const ids = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
const community: Community = {
  tracks: ids(1000),
  users: ids(300),
  packs: ids(50),
  threads: ids(50),
  videos: ids(50),
  news: ids(10),
  members: [],
  ownedPacks: [],
  largestPack: undefined,
};

test('ranks follow the law of Zipf and stay within the list', () => {
  const random = seededRandom(seed);
  const seen = new Map<number, number>();
  const draws = 100_000;
  for (let n = 0; n < draws; n++) {
    const rank = zipf(random, 1000);
    seen.set(rank, (seen.get(rank) ?? 0) + 1);
  }
  expect(Math.min(...seen.keys())).toBe(0);
  expect(Math.max(...seen.keys())).toBeLessThan(1000);
  // the first is chosen about twice as often as the second, and ten times as often as the tenth
  const times = (rank: number) => seen.get(rank) ?? 0;
  expect(times(0) / draws).toBeCloseTo(Math.log(2) / Math.log(1001), 1);
  expect(times(0) / times(1)).toBeGreaterThan(1.4);
  expect(times(0) / times(9)).toBeGreaterThan(5);
});

test.each([1, 2])('a list of %i has only ranks that exist', (count) => {
  const random = seededRandom(seed);
  for (let n = 0; n < 1000; n++) expect(zipf(random, count)).toBeLessThan(count);
});

test('no id is chosen twice while others are left', () => {
  const choose = distinct(seededRandom(seed));
  const chosen = Array.from({ length: 5 }, () => choose(ids(400)));
  expect(new Set(chosen).size).toBe(5);
});

test('the shares of each kind of reader add up to a whole', () => {
  for (const who of ['visitor', 'member'] as const)
    expect(pageTypes.reduce((sum, { share }) => sum + share[who], 0)).toBe(100);
  expect(memberShare).toBeGreaterThan(0);
});

test('an entry without a share is never chosen', () => {
  const random = seededRandom(seed);
  const entries = [
    { name: 'none', share: 0 },
    { name: 'all', share: 3 },
  ];
  for (let n = 0; n < 200; n++) expect(byShare(random, entries, ({ share }) => share).name).toBe('all');
});

test('visitors never request what belongs to members, and the same seed makes the same requests', () => {
  const pathsOf = (random: () => number) =>
    Array.from({ length: 500 }, () => somePage(random, community, 'visitor').path);
  const paths = pathsOf(seededRandom(seed));
  expect(paths.filter((path) => /notices|myplaylater/.test(path))).toEqual([]);
  expect(pathsOf(seededRandom(seed))).toEqual(paths);
  expect(pathsOf(seededRandom(seed + 1))).not.toEqual(paths);
});

test('fresh filters hardly ever repeat', () => {
  const random = seededRandom(seed);
  const filters = Array.from({ length: 300 }, () => JSON.stringify(freshFilter(random, community)));
  expect(new Set(filters).size).toBeGreaterThan(150);
});
