import Fuse from 'fuse.js';
import type { FoundPage } from '../find-pages.ts';

/** How much of what was typed may be wrong: 0 is nothing, 1 is all of it. */
const threshold = 0.4;

/** Finds pages by what was typed, best first. */
export function pageFinder(pages: readonly FoundPage[]): (text: string) => readonly FoundPage[] {
  const fuse = new Fuse(pages, { keys: ['label'], threshold, ignoreLocation: true });
  return (text) => {
    const sought = text.trim().slice(0, 32); // longer patterns are beyond the library's bits, and nobody's page name
    return sought === '' ? [] : fuse.search(sought).map(({ item }) => item);
  };
}
