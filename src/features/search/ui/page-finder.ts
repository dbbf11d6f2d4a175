import Fuse from 'fuse.js';
import type { FoundPage } from '../find-pages.ts';

/** How different the typed text may be: 0 is an exact match, 1 matches anything. */
const threshold = 0.4;

/** Returns a function that finds pages for typed text, best first. */
export function pageFinder(pages: readonly FoundPage[]): (text: string) => readonly FoundPage[] {
  const fuse = new Fuse(pages, { keys: ['label'], threshold, ignoreLocation: true });
  return (text) => {
    const sought = text.trim().slice(0, 32); // the library supports 32 characters, and no page name is longer
    return sought === '' ? [] : fuse.search(sought).map(({ item }) => item);
  };
}
