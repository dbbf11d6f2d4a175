import { feature } from '#platform/feature.ts';
import { actRoutes } from './acts/server/endpoints.ts';
import { appealRoutes } from './appeals/server/endpoints.ts';
import { appealData } from './appeals/server/personal.ts';
import { moderationJobs } from './figures/server/jobs.ts';
import { reportRoutes } from './reports/server/endpoints.ts';

/** The console of moderators: reports, acts, appeals, persons and figures. */
export const moderation = feature({
  name: 'moderation',
  uses: [
    'accounts',
    'leaderboards',
    'texts',
    'playlater',
    'tracks',
    'packs',
    'comments',
    'replays',
    'videos',
    'forum',
    'messages',
    'news',
    'remotepictures',
    'achievements',
    'administration',
    'sanctions',
    'users',
    'notices',
    'modlog',
    'cases',
  ],
  routes: { ...reportRoutes, ...actRoutes, ...appealRoutes },
  jobs: moderationJobs,
  personalData: [appealData],
});
