import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SMILEY_STEMS } from '#lib/bbcode/smileys.ts';
import { environments } from '#lib/codes/environment.ts';
import { loadSites } from './all.ts';

const root = new URL('./', import.meta.url);
const sites = await loadSites(root);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const first = sites[0]?.code ?? '';

test('every folder is an edition, in an order without ties', () => {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(sites.map((site) => site.code).sort()).toEqual(folders.map((entry) => entry.name).sort());
  expect(new Set(sites.map((site) => site.order)).size).toBe(sites.length);
  expect(new Set(sites.map((site) => site.label)).size).toBe(sites.length);
});

test.each(sites.map((site) => [site.code, site] as const))('%s has its own tags, once each', (_, site) => {
  expect(new Set(site.tags.map((tag) => tag.id)).size).toBe(site.tags.length);
  expect(new Set(site.tags.map((tag) => tag.name)).size).toBe(site.tags.length);
  expect(site.environments.length).toBeGreaterThan(0);
});

test.each(sites.map((site) => site.code))('%s draws with tokens, and its own', (code) => {
  const theme = read(`${code}/theme.css`);
  expect(theme).toContain(`:root[data-edition="${code}"]`);
  const used = [...read(`${code}/masthead.svg`).matchAll(/var\(--([\w-]+)/g)].map((found) => found[1]);
  expect(used.length).toBeGreaterThan(0);
  for (const token of new Set(used)) expect(theme).toContain(`--${token}:`);
});

test.each(sites.map((site) => site.code))('%s sets every token that the first edition sets', (code) => {
  const names = (css: string) => new Set([...css.matchAll(/--([\w-]+):/g)].map((found) => found[1]));
  const theme = names(read(`${code}/theme.css`));
  expect([...names(read(`${first}/theme.css`))].filter((name) => !theme.has(name))).toEqual([]);
});

test.each(sites.map((site) => site.code))(
  'the drawings of %s hold nothing a strict policy refuses',
  (code) => {
    for (const file of ['masthead.svg', 'favicon.svg']) {
      expect(read(`${code}/${file}`)).not.toMatch(/\sstyle=|<style|<script|\son\w+=|href=["']?http/i);
    }
  },
);

test('every environment, medal and smiley has its picture', () => {
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
