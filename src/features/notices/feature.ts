import { feature } from '#platform/feature.ts';
import { noticeRoutes } from './server/endpoints.ts';
import { noticeJobs } from './server/jobs.ts';
import { noticeData } from './server/personal.ts';

/** Notices on the site and by mail. */
export const notices = feature({
  name: 'notices',
  uses: ['users'],
  routes: noticeRoutes,
  jobs: noticeJobs,
  personalData: [noticeData],
});
