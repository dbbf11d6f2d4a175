import { routes } from '#routes/routes.ts';
import type { SmokePage } from './smoke-page.ts';

const section = (name: string): SmokePage => ({
  name: `administration: ${name}`,
  file: 'administration/[section].astro',
  shows: 'site leaders and administrators: see administration/server/pages.dbtest.ts',
  needs: 'administrator',
  path: () => routes.administrationPart(name),
});

/** The administration as administrators of all editions see it; of pages that consist of the same parts, one. */
export const adminPages: readonly SmokePage[] = [
  {
    name: 'administration',
    file: 'administration/index.astro',
    shows: 'site leaders and administrators: see administration/server/pages.dbtest.ts',
    needs: 'administrator',
    path: () => routes.administration(),
  },
  ...['access', 'about', 'roles', 'former', 'tracks', 'boards', 'limits', 'jobs', 'system'].map(section),
];
