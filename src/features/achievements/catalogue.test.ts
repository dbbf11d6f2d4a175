import { expect, test } from 'vitest';
import { iconNames } from '#ui/icon-name.ts';
import { achievementById, catalogue, catalogueOf, described, reached, textColorOn } from './catalogue.ts';

const one = { environments: [7] };
const several = { environments: [1, 2, 3] };

test('ids are unique and stable', () => {
  expect(new Set(catalogue.map(({ achievementId }) => achievementId)).size).toBe(catalogue.length);
  expect(
    ['builder 1', 'builder 5', 'veteran 5', 'contestwinner 1', 'supporter 1'].map((wanted) => {
      const [key, tier] = wanted.split(' ');
      return catalogue.find((entry) => entry.key === key && entry.tier === Number(tier))?.achievementId;
    }),
  ).toEqual([11, 15, 185, 1001, 1006]);
});

test('tiers are chained upwards, each needing more than the one before', () => {
  for (const { achievementId, succeedingId, needs, tier, key } of catalogue) {
    const next = succeedingId === null ? null : achievementById(succeedingId);
    if (next) expect([next.key, next.tier, (next.needs ?? 0) > (needs ?? 0)]).toEqual([key, tier + 1, true]);
    else
      expect(
        catalogue.some((other) => other.key === key && other.tier > tier),
        `${achievementId}`,
      ).toBe(false);
  }
});

test.each([
  ['#000000', '#ffffff'],
  ['#ffffff', '#000000'],
  ['#9a5b2b', '#ffffff'],
  ['#c79a1b', '#000000'],
])('on %s the text is %s', (color, text) => expect(textColorOn(color)).toBe(text));

test('every badge has an icon of ours and a sentence', () => {
  for (const { icon, description, name } of catalogue) {
    expect(iconNames as readonly string[]).toContain(icon);
    expect(description, name).toMatch(/^[A-Z].*(\.|\{0\})$/);
    expect(description, name).not.toContain('#');
  }
});

const names = (numbers: Parameters<typeof reached>[1], site = several, of: 'user' | 'track' = 'user') =>
  reached(of, numbers, site).map(({ key, tier }) => `${key} ${tier}`);

test.each([
  [0, []],
  [1, ['builder 1']],
  [9, ['builder 1']],
  [10, ['builder 1', 'builder 2']],
  [11, ['builder 1', 'builder 2']],
  [249, ['builder 1', 'builder 2', 'builder 3', 'builder 4']],
  [250, ['builder 1', 'builder 2', 'builder 3', 'builder 4', 'builder 5']],
])('%i tracks', (builder, wanted) => expect(names({ builder })).toEqual(wanted));

test('numbers of a track count for tracks only, and those of a user for users', () => {
  expect(names({ favourite: 100 })).toEqual([]);
  expect(names({ favourite: 25, builder: 10 }, several, 'track')).toEqual(['favourite 1', 'favourite 2']);
});

test('an edition with one environment has no all-rounder', () => {
  expect(names({ allround: 2 })).toEqual(['allround 1', 'allround 2']);
  expect(names({ allround: 2 }, one)).toEqual([]);
  expect(catalogueOf(one).some(({ key }) => key === 'allround')).toBe(false);
});

test.each([
  ['Winner of {0}', 'the Spring Cup', 'Winner of the Spring Cup'],
  ['Crew since {0}', '$& 2019', 'Crew since $& 2019'],
  ['Supporter {0}', '', 'Supporter'],
  ['Released a track.', 'ignored', 'Released a track.'],
])('%s with “%s”', (description, text, wanted) => expect(described(description, text)).toBe(wanted));
