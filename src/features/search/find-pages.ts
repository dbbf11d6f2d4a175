import { routes } from '#routes/routes.ts';
import {
  crewPages,
  footerPages,
  leaderPages,
  navigationLinks,
  personalLists,
  personalPages,
} from './navigation.ts';

export interface FoundPage {
  readonly label: string;
  readonly href: string;
}

const own = [...personalPages, { label: 'Deleted trackpacks', href: routes.deletedPacks() }];
const signIn = { label: 'Sign in', href: routes.login() };
const register = { label: 'Register', href: routes.register() };

/** What decides which pages a viewer can use. */
export interface PageViewer {
  readonly isSignedIn: boolean;
  /** a visitor, of an edition that takes new accounts */
  readonly canRegister: boolean;
  readonly isCrew: boolean;
  /** site leaders and administrators */
  readonly isLeader: boolean;
}

/** The pages that the quick search finds by name: those in menus, and others that this viewer can use. */
export function pagesOf({ isSignedIn, canRegister, isCrew, isLeader }: PageViewer): readonly FoundPage[] {
  const all = [
    ...navigationLinks,
    ...(isSignedIn ? own : []),
    ...footerPages,
    ...(isSignedIn ? personalLists : [signIn]),
    ...(canRegister ? [register] : []),
    ...(isCrew ? crewPages : []),
    ...(isLeader ? leaderPages : []),
  ].map(({ label, href }) => ({ label, href }));
  return all.filter((page, index) => all.findIndex(({ href }) => href === page.href) === index);
}
