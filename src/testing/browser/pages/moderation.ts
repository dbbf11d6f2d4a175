import { routes } from '#routes/routes.ts';
import type { SmokePage } from './smoke-page.ts';

/** The pages of moderators, and those of users about reports, decisions and waiting texts. */
export const moderationPages: readonly SmokePage[] = [
  { name: 'report', file: 'postcreate.astro', needs: 'account', path: () => routes.report(9, 0) },
  {
    name: 'moderation figures',
    file: 'moderationfigures.astro',
    shows: 'the same for everybody: see moderation/figures/figures.test.ts',
    reads: true,
    path: () => routes.moderationFigures(),
  },
  {
    name: 'appeals',
    file: 'appeals.astro',
    shows: 'moderators of the editions shown: see moderation.dbtest.ts',
    needs: 'moderator',
    path: () => routes.appeals(),
  },
  {
    name: 'decisions',
    file: 'decisions.astro',
    shows: 'decisions about the viewer: see moderation.dbtest.ts',
    needs: 'moderator',
    path: () => routes.decisions(),
  },
  {
    name: 'waiting texts',
    file: 'heldtexts.astro',
    shows: 'one’s own texts: see texts/server/who-sees-held-texts.dbtest.ts',
    needs: 'account',
    path: () => routes.heldTexts(),
  },
  {
    name: 'waiting text',
    file: 'heldtext/[id].astro',
    shows: 'the author and moderators: see texts/server/who-sees-held-texts.dbtest.ts',
    needs: 'moderator',
    path: () => routes.heldText(1),
  },
  {
    name: 'moderation',
    file: 'moderation/index.astro',
    shows: 'moderators of the editions shown: see case-page.dbtest.ts',
    needs: 'moderator',
    path: () => routes.moderation(),
  },
  {
    name: 'case',
    file: 'moderation/[site]/[caseId].astro',
    shows: 'moderators of its edition: see case-page.dbtest.ts',
    needs: 'moderator',
    // the demo community has some on each edition
    path: (origin) => routes.moderationCase(new URL(origin).hostname.split('.')[0] ?? '', 1),
  },
  {
    name: 'own reports',
    file: 'myreports.astro',
    shows: 'one’s own reports: see reports.dbtest.ts',
    needs: 'account',
    path: () => routes.myReports(),
  },
  {
    name: 'moderation log',
    file: 'modlog.astro',
    shows: 'moderators of the editions shown: see moderation.dbtest.ts',
    needs: 'moderator',
    path: () => routes.modlog(),
  },
];
