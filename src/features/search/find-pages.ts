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
