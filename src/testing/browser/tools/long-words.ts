import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { z } from 'zod';
import { stripGameText } from '#lib/game-text/parse.ts';
import { routes } from '#routes/routes.ts';
import { Script } from './people.ts';

/** Lists whose rows have a name or title, and how long it can be. */
const lists = [
  [routes.apiTracks(), 'TrackName', 50],
  [routes.apiUsers(), 'Name', 30],
  [routes.apiUsers(), 'Title', 30],
  [routes.apiPacks(), 'PackName', 50],
  [routes.apiNews(), 'Title', 100],
  [routes.apiVideos(), 'Title', 100],
  [routes.apiVideos(), 'Author', 100],
  [routes.apiPosts(), 'Thread.Title', 100],
] as const;

/** What the pages of an edition show of names and titles, each with the longest word that could be there instead. */
export type LongWords = readonly (readonly [string, string])[];

/** Titles of users that texts of the site contain too. */
const ownWords = ['Moderator', 'Site Leader'];

const namesFile = () => join(process.env.E2E_DATA_DIR ?? '', 'names.json');

/**
 * Stores the names and titles that pages of this edition show before the first test. Tests add hostile ones: a user called “link”
 * would change the buttons of every page.
 */
export async function storeLongWords(origin: string): Promise<void> {
  await writeFile(namesFile(), JSON.stringify(await namesOf(origin)));
}

export const longWords = async (): Promise<LongWords> => JSON.parse(await readFile(namesFile(), 'utf8'));

const Row = z.record(z.string(), z.union([z.string(), z.null(), z.record(z.string(), z.string())]));

/** The value of a field such as `Name` or `Thread.Title`. */
function nameIn(row: z.output<typeof Row>, field: string): string {
  const [first = '', inner = ''] = field.split('.');
  const value = row[first] ?? null;
  return stripGameText(typeof value === 'string' || value === null ? (value ?? '') : (value[inner] ?? ''));
}

async function namesOf(origin: string): Promise<LongWords> {
  const script = new Script(origin);
  const named = await Promise.all(
    lists.map(async ([path, field, length]) => {
      const { text } = await script.send(`${path}?count=1000&fields=${field}`);
      const { Results } = z.object({ Results: z.array(Row) }).parse(JSON.parse(text));
      return Results.map((row) => [nameIn(row, field), 'W'.repeat(length)] as const);
    }),
  );
  // longer names first: a short one may be a part of them
  return [...new Map(named.flat())]
    .filter(([name]) => name.length > 2 && !ownWords.includes(name))
    .sort(([a], [b]) => b.length - a.length);
}

/**
 * Replaces each name on a page by one word of the greatest length, each file name by a long one, and begins each text of a user with a
 * path without spaces. Returns how many texts were changed.
 */
export const stretchWords = (page: Page, words: LongWords): Promise<number> =>
  page.evaluate((words) => {
    const long = new Map(words);
    const escaped = words.map(([name]) => name.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
    const names = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
    const fileName = /(?<![\w.])[^\s/.][^\s/]*\.(?:gbx|png|jpe?g|webp|bmp)\b/gi;
    let replaced = 0;
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const element = node.parentElement;
      // an island that is hydrated later expects the text that the server wrote
      if (!element || element.closest('script, style, noscript, astro-island[ssr]')) continue;
      const text = node.nodeValue ?? '';
      const stretched = text
        .replace(names, (name) => long.get(name) ?? name)
        .replace(fileName, `${'W'.repeat(100)}.Challenge.Gbx`);
      if (stretched === text) continue;
      node.nodeValue = stretched;
      replaced += 1;
    }
    for (const prose of document.querySelectorAll('.prose')) {
      prose.prepend(`/home/${'folder/'.repeat(2)}${'W'.repeat(300)} `);
      replaced += 1;
    }
    return replaced;
  }, words);
