import { feature } from '#platform/feature.ts';
import { heldTextRoutes } from './server/endpoints.ts';
import { textJobs } from './server/jobs.ts';
import { heldTextData } from './server/personal.ts';

/** Rules for what users write: texts that wait for a moderator, and words to look for. */
export const texts = feature({
  name: 'texts',
  uses: ['users', 'notices', 'modlog', 'cases'],
  routes: heldTextRoutes,
  jobs: textJobs,
  personalData: [heldTextData],
});
