import { feature } from '#platform/feature.ts';
import type { PersonalData } from '#platform/personal-data.ts';
import { get } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { applicationRoutes } from './applications/server/endpoints.ts';
import { emailRoutes } from './email/server/endpoints.ts';
import { emailJobs } from './email/server/jobs.ts';
import { exportRoutes } from './export/server/endpoints.ts';
import { makeExport } from './export/server/make-export.ts';
import { leavingRoutes } from './leaving/server/endpoints.ts';
import { leavingJobs } from './leaving/server/jobs.ts';
import { nameRoutes } from './names/server/endpoints.ts';
import { nameHints } from './names/server/name-hints.ts';
import { factorRoutes } from './second-step/server/endpoints.ts';
import { accountData } from './server/personal.ts';
import { sweepEnded } from './server/sweep-ended.ts';
import { uiModeRoutes } from './server/ui-mode.ts';
import { sessionRoutes } from './sessions/server/endpoints.ts';
import { type Counters, signInRoutes, viewerEndpoint } from './sign-in/server/endpoints.ts';
import { tokenRoutes } from './tokens/server/endpoints.ts';

interface AccountReactions {
  /** everything stored about people: leaving and the export concern all of it */
  readonly personalData: () => readonly PersonalData[];
  /** what waits for the viewer */
  readonly waiting: Counters;
}

/** Accounts of the installation: signing in, second step, sessions, names, mail address, tokens, export, leaving. */
export const accounts = ({ personalData, waiting }: AccountReactions) =>
  feature({
    name: 'accounts',
    uses: ['users', 'notices', 'modlog', 'cases'],
    routes: {
      [get(routes.viewer)]: viewerEndpoint(waiting),
      ...signInRoutes,
      ...factorRoutes,
      ...sessionRoutes,
      ...emailRoutes,
      ...nameRoutes,
      ...tokenRoutes,
      ...applicationRoutes,
      ...uiModeRoutes,
      ...exportRoutes,
      ...leavingRoutes(personalData),
    },
    jobs: [...emailJobs, nameHints, sweepEnded, ...leavingJobs(personalData), makeExport(personalData)],
    personalData: [accountData],
  });
