import { routes } from '#routes/routes.ts';
import type { SmokePage } from './smoke-page.ts';

/** The pages of moderators, and those of users about reports, decisions and waiting texts. */
export const moderationPages: readonly SmokePage[] = [
  { name: 'report', file: 'postcreate.astro', needs: 'account', path: () => routes.report(9, 0) },
  {
    name: 'moderation figures',
    file: 'moderationfigures.astro',
    reads: true,
    path: () => routes.moderationFigures(),
  },
  { name: 'appeals', file: 'appeals.astro', needs: 'moderator', path: () => routes.appeals() },
  { name: 'decisions', file: 'decisions.astro', needs: 'moderator', path: () => routes.decisions() },
  { name: 'waiting texts', file: 'heldtexts.astro', needs: 'account', path: () => routes.heldTexts() },
  { name: 'waiting text', file: 'heldtext/[id].astro', needs: 'moderator', path: () => routes.heldText(1) },
  { name: 'moderation', file: 'moderation/index.astro', needs: 'moderator', path: () => routes.moderation() },
  {
    name: 'case',
    file: 'moderation/[site]/[caseId].astro',
    needs: 'moderator',
    // the demo community has some on each edition
    path: (origin) => routes.moderationCase(new URL(origin).hostname.split('.')[0] ?? '', 1),
  },
  { name: 'own reports', file: 'myreports.astro', needs: 'account', path: () => routes.myReports() },
  {
    name: 'moderation log',
    file: 'modlog.astro',
    needs: 'moderator',
    path: () => routes.modlog(),
  },
];
