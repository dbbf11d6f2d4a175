import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { allSites, loadSites, parseSite, siteByCode, withEnvironment } from './all.ts';
import type { SiteInput } from './schema.ts';

const input: SiteInput = {
  code: 'tmx',
  order: 1,
  label: 'TMX',
  name: 'Test',
  host: 'tmx.localhost',
  environments: [7],
  cars: [7],
  formats: ['TMF'],
  tags: [{ id: 0, name: 'Race' }],
  capabilities: { showsEnvironmentOverlay: false, playLink: { kind: 'maniacode' }, hasReplayLogins: true },
  gameSite: 'test',
  texts: { tagline: 'Tracks.', about: 'About.' },
  navigation: [{ label: 'Tracks', href: '/' }],
};
const parsed = (change: Partial<SiteInput> = {}) => parseSite({ ...input, ...change }, 'sites/tmx/site.ts');

test('every folder is an edition, in order, each under its own hosts', async () => {
  const sites = await allSites();
  expect(sites.length).toBeGreaterThanOrEqual(4);
  expect(sites.map((site) => site.order)).toEqual(sites.map((site) => site.order).sort((a, b) => a - b));
  for (const site of sites) {
    expect(site.host).toBe(`${site.code}.localhost`);
    expect(new Set(site.tags.map((tag) => tag.id)).size, `tags of ${site.code}`).toBe(site.tags.length);
    expect(new Set(site.environments).size).toBe(site.environments.length);
  }
});

test('defaults are filled in', () => {
  expect(parsed()).toMatchObject({ aliases: [], quotas: { uploads: null }, navigation: [{ children: [] }] });
});

test.each([
  [{ ...input, host: 'Tmx.localhost:80' }, 'option host: must be a host name in lower case, without a port.'],
  [{ ...input, environments: [8] }, 'option environments.0: Too big: expected number to be <=7.'],
  [
    { ...input, texts: { tagline: 'x' } },
    'option texts.about: Invalid input: expected string, received undefined.',
  ],
  [{ ...input, colour: 'red' }, 'option colour: there is no such option.'],
  [undefined, 'must export a constant named "site".'],
])('a mistake names the file, the option and the reason (%#)', (value, reason) => {
  expect(() => parseSite(value, 'sites/tmx/site.ts')).toThrow(`sites/tmx/site.ts: ${reason}`);
});

test('an edition that is not called like its folder, and one that does not load, are refused', async () => {
  const root = await mkdtemp(join(tmpdir(), 'paddock-sites-'));
  try {
    await mkdir(join(root, 'tmy'));
    await writeFile(join(root, 'tmy', 'site.ts'), `export const site = ${JSON.stringify(input)};`);
    await expect(loadSites(pathToFileURL(`${root}/`))).rejects.toThrow(
      'sites/tmy/site.ts: option code: must be "tmy" like its folder, got "tmx".',
    );
    await mkdir(join(root, 'tmz'));
    await writeFile(join(root, 'tmz', 'site.ts'), 'export const site = absent;');
    await expect(loadSites(pathToFileURL(`${root}/`))).rejects.toThrow(/sites\/tm[yz]\/site.ts: /);
  } finally {
    await rm(root, { recursive: true });
  }
});

const two = [parsed(), { ...parsed(), code: 'tmy', host: 'tmy.localhost', aliases: ['tmy.example'] }];

test('the environment replaces hosts and aliases, and chooses editions', () => {
  const env = { SITE_TMX_HOST: 'Tracks.Example', SITE_TMY_ALIASES: 'a.example, b.example', SITES: 'tmy' };
  expect(withEnvironment(two, env)).toMatchObject([{ code: 'tmy', aliases: ['a.example', 'b.example'] }]);
  expect(withEnvironment(two, { ...env, SITES: '' })).toMatchObject([
    { host: 'tracks.example' },
    { host: 'tmy.localhost' },
  ]);
});

test.each([
  [{ SITES: 'tmx,tmq' }, 'There is no edition "tmq". The editions are: tmx, tmy.'],
  [{ SITE_TMQ_HOST: 'a' }, 'Environment variable SITE_TMQ_HOST names no edition; they are: tmx, tmy.'],
  [
    { SITE_TMX_HOST: 'a:1' },
    'Environment variable SITE_TMX_HOST: each name must be a host name in lower case, without a port.',
  ],
  [{ SITE_TMX_HOST: 'tmy.example' }, '"tmy.example" is used by tmy and tmx.'],
])('%j is refused with a sentence', (env, sentence) => {
  expect(() => withEnvironment(two, env)).toThrow(sentence);
});

test('an edition is found by its code', () => {
  expect(siteByCode(two, 'tmy').host).toBe('tmy.localhost');
});
