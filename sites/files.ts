import { readFile } from 'node:fs/promises';

/**
 * The tokens that every theme.css sets: surfaces, lines, ink, links and accents, the bar, the brand plate, and the look of
 * headings and art. A theme may add its own tokens for its masthead.
 */
export const themeTokens = [
  ...['bg', 'surface', 'sunk', 'raised', 'hover', 'soft', 'line', 'line-2', 'ink', 'ink-2', 'ink-3'],
  ...['link', 'visited', 'accent', 'on-accent', 'focus'],
  ...['bar', 'bar-ink', 'bar-ink-2', 'bar-hover', 'bar-edge', 'plate', 'plate-ink'],
  ...['r', 'd-wdth', 'd-wght', 'd-case', 'd-track', 'kerb'],
  ...[
    'art-sky',
    'art-sky2',
    'art-sun',
    'art-1',
    'art-2',
    'art-3',
    'art-4',
    'art-5',
    'art-6',
    'art-7',
    'art-hi',
  ],
] as const;

/** Pages reserve space of these proportions above the bar; narrow windows show the middle. */
const mastheadBox = 'viewBox="0 0 2400 200"';

/** The fragment by which pages show the masthead. */
const mastheadId = '<svg id="art"';

/** What the content security policy would block inside an image. */
const blocked = /\sstyle=|<style|<script|\son\w+=|href=["']?http/i;

/** Mistakes in the theme and images of an edition, as sentences. */
export async function fileMistakes(folder: URL, code: string): Promise<string[]> {
  const names = ['theme.css', 'masthead.svg', 'favicon.svg'] as const;
  const [theme, masthead, favicon] = await Promise.all(
    names.map((name) => readFile(new URL(name, folder), 'utf8').catch(() => null)),
  );
  return [
    ...named('theme.css', theme, (css) => themeMistakes(css, code)),
    ...named('masthead.svg', masthead, (svg) => [
      ...mastheadMistakes(svg, tokensSetBy(theme ?? '')),
      ...drawingMistakes(svg),
    ]),
    ...named('favicon.svg', favicon, drawingMistakes),
  ].map((mistake) => `sites/${code}/${mistake}`);
}

function named(name: string, text: string | null | undefined, find: (text: string) => string[]): string[] {
  if (text === null || text === undefined) return [`${name}: is missing.`];
  return find(text).map((mistake) => `${name}: ${mistake}`);
}

const tokensSetBy = (css: string) =>
  new Set([...css.matchAll(/--([\w-]+)\s*:/g)].map(([, token = '']) => token));

function themeMistakes(css: string, code: string): string[] {
  const selector = `:root[data-edition="${code}"]`;
  const known = tokensSetBy(css);
  const missing = themeTokens.filter((token) => !known.has(token));
  return [
    ...(css.includes(selector) ? [] : [`must set its tokens on ${selector}.`]),
    ...missing.map((token) => `must set the token --${token}.`),
  ];
}

function mastheadMistakes(svg: string, known: ReadonlySet<string>): string[] {
  const used = new Set([...svg.matchAll(/var\(--([\w-]+)/g)].map(([, token = '']) => token));
  const unknown = [...used].filter((token) => !known.has(token));
  return [
    ...(svg.includes(mastheadBox) ? [] : [`must have ${mastheadBox}.`]),
    ...(svg.includes(mastheadId) ? [] : [`must begin with ${mastheadId}.`]),
    ...(/<stop\b[^>]*var\(/.test(svg)
      ? ['must have no tokens in gradients: pages show it from another file, where only shapes have tokens.']
      : []),
    ...(used.size > 0 ? [] : ['must take its colours from tokens, so that it changes with day and night.']),
    ...unknown.map((token) => `uses the token --${token}, which theme.css does not set.`),
  ];
}

const drawingMistakes = (svg: string): string[] =>
  blocked.test(svg)
    ? ['must hold no styles, scripts, event handlers or links to other sites: browsers block them.']
    : [];
