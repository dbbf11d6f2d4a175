import Fuse from 'fuse.js';
import { routes } from '#routes.ts';
import type { Site } from '#sites/schema.ts';

export interface FoundPage {
  readonly label: string;
  readonly href: string;
}

/** Pages worth finding by name: what the menus lead to, and what stands in no menu. */
export function pagesOf({ navigation }: Pick<Site, 'navigation'>): readonly FoundPage[] {
  const inMenus = navigation.flatMap((item) => (item.children.length > 0 ? item.children : [item]));
  const others = [
    { label: 'Upload a track', href: routes.trackUpload() },
    { label: 'Your account', href: routes.account() },
    { label: 'About', href: routes.about() },
    { label: 'All editions', href: routes.editions() },
    { label: 'My tracks', href: `${routes.trackSearch()}/mytracks` },
    { label: 'My replays', href: `${routes.trackSearch()}/myreplays` },
    { label: 'My awards', href: `${routes.trackSearch()}/myawards` },
    { label: 'My downloads', href: `${routes.trackSearch()}/mydownloads` },
    { label: 'Play later', href: `${routes.trackSearch()}/myplaylater` },
    { label: 'My trackpacks', href: `${routes.packSearch()}/mytrackpacks` },
  ];
  const all = [...inMenus, ...others].map(({ label, href }) => ({ label, href }));
  return all.filter((page, index) => all.findIndex(({ href }) => href === page.href) === index);
}

/** Finds pages by what was typed, best first. */
export type PageFinder = (text: string) => readonly FoundPage[];

/** How much of what was typed may be wrong: 0 is nothing, 1 is all of it (spec §9). */
const threshold = 0.4;

export function pageFinder(pages: readonly FoundPage[]): PageFinder {
  const fuse = new Fuse(pages, { keys: ['label'], threshold, ignoreLocation: true });
  return (text) => {
    const sought = text.trim().slice(0, 32); // longer patterns are beyond the library's bits, and nobody's page name
    return sought === '' ? [] : fuse.search(sought).map(({ item }) => item);
  };
}
