import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
};
const parsed = (change: Partial<SiteInput> = {}) => parseSite({ ...input, ...change }, 'sites/tmx/site.ts');

test('every folder is an edition, in order, with its own hosts', async () => {
  const sites = await allSites();
  expect(sites.length).toBeGreaterThanOrEqual(4);
  expect(sites.map((site) => site.order)).toEqual(sites.map((site) => site.order).sort((a, b) => a - b));
  for (const site of sites) expect(site.host).toBe(`${site.code}.localhost`);
});

test('defaults are filled in', () => {
  expect(parsed()).toMatchObject({ aliases: [], quotas: { uploads: null } });
});

const race = { id: 0, name: 'Race' };
test.each([
  [{ environments: [7, 7] }, 'option environments.1: number "7" is there twice.'],
  [{ cars: [1, 2, 1] }, 'option cars.2: number "1" is there twice.'],
  [{ tags: [race, { id: 0, name: 'Stunt' }] }, 'option tags.1: id "0" is there twice.'],
  [{ tags: [race, { id: 1, name: 'Race' }] }, 'option tags.1: name "Race" is there twice.'],
  [
    { tags: [{ ...race, meaning: 'fun' }] },
    'option tags.0.meaning: Invalid option: expected one of "laps"|"uncompetitive".',
  ],
  [
    {
      tags: [
        { ...race, meaning: 'laps' },
        { id: 1, name: 'Laps', meaning: 'laps' },
      ],
    },
    'option tags: only one tag may have the meaning "laps".',
  ],
  [{ gameSite: 'TM Forever' }, 'option gameSite: must be lower-case letters and digits.'],
])('%j is refused with a sentence', (change, reason) => {
  expect(() => parseSite({ ...input, ...change }, 'sites/tmx/site.ts')).toThrow(
    `sites/tmx/site.ts: ${reason}`,
  );
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

test('an edition whose code differs from its folder, and one that does not load, are refused', async () => {
  const root = await mkdtemp(join(tmpdir(), 'paddock-sites-'));
  try {
    await mkdir(join(root, 'tmy'));
    await writeFile(join(root, 'tmy', 'site.ts'), `export const site = ${JSON.stringify(input)};`);
    await expect(loadSites(pathToFileURL(`${root}/`))).rejects.toThrow(
      'sites/tmy/site.ts: option code: must be "tmy" like its folder, got "tmx".',
    );
    await rm(join(root, 'tmy'), { recursive: true });
    await mkdir(join(root, 'tmz'));
    await writeFile(join(root, 'tmz', 'site.ts'), 'export const site = absent;');
    await expect(loadSites(pathToFileURL(`${root}/`))).rejects.toThrow(
      'sites/tmz/site.ts: could not be loaded: ',
    );
  } finally {
    await rm(root, { recursive: true });
  }
});

/** Editions in a temporary folder: copies of a real one with other codes and changes. */
async function copied(
  editions: Readonly<Record<string, { site?: Partial<SiteInput>; edit?: (folder: string) => Promise<void> }>>,
) {
  const root = await mkdtemp(join(tmpdir(), 'paddock-sites-'));
  try {
    const [pattern] = await allSites();
    if (!pattern) throw new Error('sites/ is empty');
    for (const [code, { site, edit }] of Object.entries(editions)) {
      const folder = join(root, code);
      await cp(new URL(`./${pattern.code}/`, import.meta.url), folder, { recursive: true });
      const own = { ...input, code, label: code, host: `${code}.localhost`, gameSite: code, ...site };
      await writeFile(join(folder, 'site.ts'), `export const site = ${JSON.stringify(own)};`);
      await change(join(folder, 'theme.css'), `"${pattern.code}"`, `"${code}"`);
      await edit?.(folder);
    }
    return await loadSites(pathToFileURL(`${root}/`)).then(
      () => 'accepted',
      (error: Error) => error.message,
    );
  } finally {
    await rm(root, { recursive: true });
  }
}

async function change(file: string, from: string | RegExp, to: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(from, to));
}

test.each([
  [{ order: 2, label: 'TMB', gameSite: 'b' }, 'accepted'],
  [{ order: 1 }, 'sites/tmb/site.ts: option order: "1" is used by tma as well.'],
  [{ order: 2, label: 'tma' }, 'sites/tmb/site.ts: option label: "tma" is used by tma as well.'],
  [{ order: 2, gameSite: 'tma' }, 'sites/tmb/site.ts: option gameSite: "tma" is used by tma as well.'],
])('a second edition with %j: %s', async (site, answer) => {
  expect(await copied({ tma: {}, tmb: { site } })).toBe(answer);
});

const inTheme = (from: string | RegExp, to: string) => (folder: string) =>
  change(join(folder, 'theme.css'), from, to);
const inMasthead = (from: string | RegExp, to: string) => (folder: string) =>
  change(join(folder, 'masthead.svg'), from, to);
test.each<[string, (folder: string) => Promise<void>, string]>([
  ['whole', async () => undefined, 'accepted'],
  ['without favicon', (folder) => rm(join(folder, 'favicon.svg')), 'sites/tma/favicon.svg: is missing.'],
  [
    'with the tokens of another edition',
    inTheme('"tma"', '"tmb"'),
    'sites/tma/theme.css: must set its tokens on :root[data-edition="tma"].',
  ],
  [
    'without two tokens',
    inTheme(/--(kerb|focus):/g, '--own-$1:'),
    'sites/tma/theme.css: must set the token --focus.\nsites/tma/theme.css: must set the token --kerb.',
  ],
  [
    'with a masthead of another size',
    inMasthead('0 0 2400 200', '0 0 1200 200'),
    'sites/tma/masthead.svg: must have viewBox="0 0 2400 200".',
  ],
  [
    'with a masthead without its id',
    inMasthead('<svg id="art"', '<svg'),
    'sites/tma/masthead.svg: must begin with <svg id="art".',
  ],
  [
    'with a token in a gradient of the masthead',
    inMasthead('stop-color="#fff"', 'stop-color="var(--art-sky)"'),
    'sites/tma/masthead.svg: must have no tokens in gradients: pages show it from another file, where only shapes have tokens.',
  ],
  [
    'with a masthead that uses a token nobody sets',
    inMasthead('var(--art-sky,', 'var(--art-clouds,'),
    'sites/tma/masthead.svg: uses the token --art-clouds, which theme.css does not set.',
  ],
  [
    'with a masthead without tokens',
    inMasthead(/var\(--[^)]*\)/g, '#333'),
    'sites/tma/masthead.svg: must take its colours from tokens, so that it changes with day and night.',
  ],
  [
    'with a script in a drawing',
    (folder) => change(join(folder, 'favicon.svg'), '</svg>', '<script>1</script></svg>'),
    'sites/tma/favicon.svg: must hold no styles, scripts, event handlers or links to other sites: browsers block them.',
  ],
])('the files of an edition, %s', async (_what, edit, answer) => {
  expect(await copied({ tma: { edit } })).toBe(answer);
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
