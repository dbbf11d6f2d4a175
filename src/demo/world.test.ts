import { expect, test } from 'vitest';
import { parseSettings } from '#features/tracks/settings.ts';
import { grids } from '#lib/drawing/space/grid.ts';
import { allSites } from '#sites/all.ts';
import { talks } from './talks.ts';
import { type Trait, traitsOf } from './traits.ts';
import { plannedTracks } from './world.ts';

const sites = await allSites();
const planned = new Map(sites.map((site) => [site.code, plannedTracks(site)]));
const tracksOf = ({ code }: { code: string }) => planned.get(code) ?? [];
const everyTrack = [...planned.values()].flat();

test.each(sites.map((site) => [site.code, site] as const))('%s: the same demo every time', (_, site) => {
  expect(plannedTracks(site)).toEqual(tracksOf(site));
});

test.each(sites.map((site) => [site.code, site] as const))(
  '%s: the settings of authors are valid',
  (_, site) => {
    const tagIds = site.tags.map((tag) => tag.id);
    for (const { settings, spec } of tracksOf(site)) {
      const world = { file: spec.name, now: new Date(), uploaderId: 1, maxPictures: 10, tagIds };
      const parsed = parseSettings(settings, world);
      expect(parsed.mistakes, settings.TrackName).toEqual([]);
      expect(parsed.data).toMatchObject(settings);
    }
  },
);

test('names are diverse: colours, Cyrillic, dollars, nearly fifty characters', () => {
  const names = everyTrack.map((track) => track.settings.TrackName);
  expect(names.some((name) => /\$[0-9a-f]{3}/.test(name))).toBe(true);
  expect(names.some((name) => /\p{Script=Cyrillic}/u.test(name))).toBe(true);
  expect(names.some((name) => name.includes('$$'))).toBe(true);
  expect(names.some((name) => name.length > 45)).toBe(true);
});

test('tracks with several authors have one to four co-authors', () => {
  const sizes = new Set(everyTrack.map((track) => track.coAuthors.length));
  expect([...sizes].sort()).toEqual([0, 1, 2, 3, 4]);
});

test('a few users build most of the tracks', () => {
  const builders = everyTrack.map((track) => track.builder);
  const share = builders.filter((name) => name === 'alice' || name === 'bob').length / builders.length;
  expect(share).toBeGreaterThan(0.4);
});

test('roads rise, meet neither themselves nor the border of the map, and lie in a landscape of their own', () => {
  for (const site of sites) {
    const tracks = tracksOf(site);
    for (const { spec, road, environment } of tracks) {
      const { cell, step } = grids[environment];
      for (const [index, at] of road.entries()) {
        const next = road[index + 1] ?? at;
        expect(Math.hypot(next.x - at.x, next.z - at.z), `${spec.name}: a car gets there`).toBeLessThan(5);
        const isNear = (other: typeof at) =>
          Math.hypot(other.x - at.x, other.z - at.z) * cell < cell * 0.7 &&
          Math.abs(other.y - at.y) * step < 12;
        const met = road.slice(index + 6).find((other) => isNear(other) && !/loop/i.test(other.name));
        expect(met, `${spec.name} at ${at.x}, ${at.z}`).toBeUndefined();
      }
      expect(spec.blocks.length).toBeGreaterThan(road.length);
      expect(
        spec.blocks.every(({ x, y, z }) => x >= 0 && z >= 0 && x < 32 && z < 32 && y > -1 && y < 30),
      ).toBe(true);
    }
    const rising = tracks.filter(({ road }) => new Set(road.map(({ y }) => y)).size > 2);
    expect(rising.length).toBeGreaterThan(60);
  }
});

test('no two tracks of an edition have the same route, and each environment has jumps or loops where its blocks allow', () => {
  for (const site of sites) {
    const tracks = tracksOf(site);
    const routes = new Set(tracks.map(({ road }) => JSON.stringify(road.map(({ x, y, z }) => [x, y, z]))));
    expect(routes.size).toBe(tracks.length);
    expect(new Set(tracks.map(({ settings }) => settings.TrackName)).size).toBe(tracks.length);
    const has = (trait: Trait) => tracks.filter((track) => traitsOf(track).has(trait)).length;
    expect(has('jump')).toBeGreaterThan(10);
    expect(has('loop')).toBeGreaterThan(5);
    expect(has('climb')).toBeGreaterThan(30);
  }
});

test('every line of a conversation has a speaker, a visitor begins, and no line exists twice', () => {
  const lines = talks.flatMap(({ lines }) => lines);
  expect(lines.filter(({ speaker, text }) => !'UABC'.includes(speaker) || text.trim() !== text)).toEqual([]);
  expect(talks.filter(({ lines }) => lines[0]?.speaker !== 'A')).toEqual([]);
  expect(new Set(lines.map(({ text }) => text)).size).toBe(lines.length);
});
