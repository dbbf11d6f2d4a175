import { feature } from '#platform/feature.ts';
import { sanctionJobs } from './server/jobs.ts';
import { sanctionData } from './server/personal.ts';

/** Warnings, muting and suspension. */
export const sanctions = feature({
  name: 'sanctions',
  uses: ['accounts', 'users', 'notices', 'modlog', 'cases'],
  jobs: sanctionJobs,
  personalData: [sanctionData],
});
