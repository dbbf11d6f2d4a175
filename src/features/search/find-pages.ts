import { routes } from '#routes/routes.ts';
import type { Site } from '#sites/schema.ts';
import { personalLists } from './personal-lists.ts';

export interface FoundPage {
  readonly label: string;
  readonly href: string;
}

const own = [
  { label: 'Upload a track', href: routes.trackUpload() },
  { label: 'New trackpack', href: routes.trackPackCreate() },
  { label: 'Deleted trackpacks', href: routes.deletedPacks() },
  { label: 'Your account', href: routes.account() },
];
const visiting = [
  { label: 'Sign in', href: routes.login() },
  { label: 'Register', href: routes.register() },
];
const ofCrew = [
  { label: 'Moderation', href: routes.moderation() },
  { label: 'Moderation log', href: routes.modlog() },
  { label: 'Appeals', href: routes.appeals() },
];
const ofLeaders = [{ label: 'Administration', href: routes.administration() }];

/** What decides which pages a viewer can use. */
export interface PageViewer {
  readonly isSignedIn: boolean;
  readonly isCrew: boolean;
  /** site leaders and administrators */
  readonly isLeader: boolean;
}

/** The pages that the quick search finds by name: those in menus, and others that this viewer can use. */
export function pagesOf(
  { navigation }: Pick<Site, 'navigation'>,
  { isSignedIn, isCrew, isLeader }: PageViewer,
): readonly FoundPage[] {
  const inMenus = navigation.flatMap((item) => (item.children.length > 0 ? item.children : [item]));
  const open = [
    { label: 'About', href: routes.about() },
    { label: 'All editions', href: routes.editions() },
  ];
  const all = [
    ...inMenus,
    ...(isSignedIn ? own : []),
    ...open,
    ...(isSignedIn ? personalLists : visiting),
    ...(isCrew ? ofCrew : []),
    ...(isLeader ? ofLeaders : []),
  ].map(({ label, href }) => ({ label, href }));
  return all.filter((page, index) => all.findIndex(({ href }) => href === page.href) === index);
}
