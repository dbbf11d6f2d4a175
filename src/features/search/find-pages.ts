import { routes } from '#routes.ts';
import type { Site } from '#sites/schema.ts';
import { personalLists } from './personal-lists.ts';

export interface FoundPage {
  readonly label: string;
  readonly href: string;
}

/** The pages that the quick search finds by name: those in menus and some others. */
export function pagesOf({ navigation }: Pick<Site, 'navigation'>): readonly FoundPage[] {
  const inMenus = navigation.flatMap((item) => (item.children.length > 0 ? item.children : [item]));
  const others = [
    { label: 'Upload a track', href: routes.trackUpload() },
    { label: 'New trackpack', href: routes.trackPackCreate() },
    { label: 'Deleted trackpacks', href: routes.trackPackRestore() },
    { label: 'Your account', href: routes.account() },
    { label: 'About', href: routes.about() },
    { label: 'All editions', href: routes.editions() },
    ...personalLists,
  ];
  const all = [...inMenus, ...others].map(({ label, href }) => ({ label, href }));
  return all.filter((page, index) => all.findIndex(({ href }) => href === page.href) === index);
}
