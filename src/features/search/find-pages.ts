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
  return (text) => {
    const sought = text.trim().toLowerCase().slice(0, 32);
    if (sought === '') return [];
    return pages
      .map((page) => ({ page, wrong: fewestMistakes(sought, page.label.toLowerCase()) / sought.length }))
      .filter(({ wrong }) => wrong < threshold)
      .sort((a, b) => a.wrong - b.wrong)
      .map(({ page }) => page);
  };
}

/** Letters changed, left out or added between what was typed and the part of the label that is most like it. */
function fewestMistakes(sought: string, label: string): number {
  let row = new Array<number>(label.length + 1).fill(0);
  for (let at = 0; at < sought.length; at++) {
    const next = [at + 1];
    for (let column = 1; column <= label.length; column++) {
      const changed = (row[column - 1] ?? 0) + (sought[at] === label[column - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return Math.min(...row);
}
