import { routes } from '#routes/routes.ts';
import type { SmokePage } from './smoke-page.ts';

const section = (name: string): SmokePage => ({
  name: `administration: ${name}`,
  file: 'administration/[section].astro',
  shows: 'site leaders and administrators: see administration/server/pages.dbtest.ts',
  needs: 'administrator',
  path: () => routes.administrationPart(name),
});

/** The administration as administrators of all editions see it: only they see limits, jobs and the system. */
export const adminPages: readonly SmokePage[] = [
  {
    name: 'administration',
    file: 'administration/index.astro',
    shows: 'site leaders and administrators: see administration/server/pages.dbtest.ts',
    needs: 'administrator',
    path: () => routes.administration(),
  },
  ...['switches', 'texts', 'people', 'crew', 'tracks', 'forum', 'limits', 'jobs', 'system'].map(section),
];
