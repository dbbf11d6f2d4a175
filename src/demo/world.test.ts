import { expect, test } from 'vitest';
import { parseSettings } from '#features/tracks/settings.ts';
import { allSites } from '#sites/all.ts';
import { talks } from './talks.ts';
import { plannedTracks } from './world.ts';

const sites = await allSites();

test.each(sites.map((site) => [site.code, site] as const))('%s: the same demo every time', (_, site) => {
  expect(plannedTracks(site)).toEqual(plannedTracks(site));
});

test.each(sites.map((site) => [site.code, site] as const))(
  '%s: the settings of authors are valid',
  (_, site) => {
    const tagIds = site.tags.map((tag) => tag.id);
    for (const { settings, spec } of plannedTracks(site)) {
      const world = { file: spec.name, now: new Date(), uploaderId: 1, maxPictures: 10, tagIds };
      const parsed = parseSettings(settings, world);
      expect(parsed.error?.issues ?? [], settings.TrackName).toEqual([]);
      expect(parsed.data).toMatchObject(settings);
    }
  },
);

test('names are diverse: colours, Cyrillic, dollars, nearly fifty characters', () => {
  const names = sites.flatMap(plannedTracks).map((track) => track.settings.TrackName);
  expect(names.some((name) => /\$[0-9a-f]{3}/.test(name))).toBe(true);
  expect(names.some((name) => /\p{Script=Cyrillic}/u.test(name))).toBe(true);
  expect(names.some((name) => name.includes('$$'))).toBe(true);
  expect(names.some((name) => name.length > 45)).toBe(true);
});

test('tracks with several authors have one to four co-authors', () => {
  const sizes = new Set(sites.flatMap(plannedTracks).map((track) => track.coAuthors.length));
  expect([...sizes].sort()).toEqual([0, 1, 2, 3, 4]);
});

test('a few users build most of the tracks', () => {
  const builders = sites.flatMap(plannedTracks).map((track) => track.builder);
  const share = builders.filter((name) => name === 'alice' || name === 'bob').length / builders.length;
  expect(share).toBeGreaterThan(0.4);
});

test('roads rise, and lie in a landscape of their own', () => {
  for (const site of sites) {
    const tracks = plannedTracks(site);
    for (const { spec, road } of tracks) {
      const cells = new Set(road.map(({ x, z }) => `${x},${z}`));
      expect(cells.size, 'a road does not cross itself').toBe(road.length);
      expect(spec.blocks.length).toBeGreaterThan(road.length);
      expect(
        spec.blocks.every(({ x, y, z }) => x >= 0 && z >= 0 && x < 32 && z < 32 && y > -1 && y < 30),
      ).toBe(true);
    }
    const rising = tracks.filter(({ road }) => new Set(road.map(({ y }) => y)).size > 1);
    const hasSlopes = tracks.some(({ environment }) => !['Desert', 'Rally'].includes(environment));
    expect(rising.length > 0).toBe(hasSlopes);
  }
});

test('every line of a conversation has a speaker, a visitor begins, and no line exists twice', () => {
  const lines = talks.flatMap(({ lines }) => lines);
  expect(lines.filter(({ speaker, text }) => !'UABC'.includes(speaker) || text.trim() !== text)).toEqual([]);
  expect(talks.filter(({ lines }) => lines[0]?.speaker !== 'A')).toEqual([]);
  expect(new Set(lines.map(({ text }) => text)).size).toBe(lines.length);
});
