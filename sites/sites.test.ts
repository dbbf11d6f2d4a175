import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SMILEY_STEMS } from '#lib/bbcode/smileys.ts';
import { environments } from '#lib/codes/environment.ts';
import { loadSites } from './all.ts';
import { themeTokens } from './files.ts';

const root = new URL('./', import.meta.url);
const sites = await loadSites(root);

test('every folder is an edition', () => {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(sites.map((site) => site.code).sort()).toEqual(folders.map((entry) => entry.name).sort());
});

test('every token of the themes is used by a style sheet or a masthead', () => {
  const css = (readdirSync('src', { recursive: true }) as string[]) // file names in the default encoding
    .filter((path) => path.endsWith('.css'))
    .map((path) => readFileSync(`src/${path}`, 'utf8'));
  const mastheads = sites.map(({ code }) => readFileSync(new URL(`${code}/masthead.svg`, root), 'utf8'));
  const used = [...css, ...mastheads].join('\n');
  expect(themeTokens.filter((token) => !new RegExp(`var\\(--${token}[,)\\s]`).test(used))).toEqual([]);
});

test('every environment, medal and smiley has its image', () => {
  const pictures = [
    ...environments.map(({ id }) => `e${id}.svg`),
    ...['bronze', 'silver', 'gold', 'author'].flatMap((medal) => [
      `medals/${medal}.svg`,
      `medals/${medal}.png`,
    ]),
    ...SMILEY_STEMS.map((stem) => `smiles/${stem}.svg`),
  ];
  expect(pictures.filter((picture) => !existsSync(`public/images/${picture}`))).toEqual([]);
});
