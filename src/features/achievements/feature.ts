import { feature } from '#platform/feature.ts';
import { withAchievements } from './server/after-writes.ts';
import { achievementRoutes } from './server/endpoints.ts';
import { achievementJobs } from './server/jobs.ts';
import { achievementData } from './server/personal.ts';

/** Achievements, earned by counters or granted by the crew. */
export const achievements = feature({
  name: 'achievements',
  uses: ['users', 'notices', 'modlog', 'cases'],
  routes: achievementRoutes,
  around: withAchievements,
  jobs: achievementJobs,
  personalData: [achievementData],
});
