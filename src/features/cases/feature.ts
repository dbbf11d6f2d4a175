import { feature } from '#platform/feature.ts';
import { caseRoutes } from './server/endpoints.ts';
import { reportData } from './server/personal.ts';

/** The queue of cases that moderators decide. */
export const cases = feature({
  name: 'cases',
  uses: ['notices', 'users', 'modlog'],
  routes: caseRoutes,
  personalData: [reportData],
});
