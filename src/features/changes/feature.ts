import { feature } from '#platform/feature.ts';
import { changeRoutes } from './server/endpoints.ts';
import { sweepChanges } from './server/sweep-changes.ts';

/** The log of public changes, for programs that follow the site. Triggers of the tables write it. */
export const changes = feature({
  name: 'changes',
  uses: ['tracks'],
  routes: changeRoutes,
  jobs: [sweepChanges],
});
