import { feature } from '#platform/feature.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { get } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { leaderboardList } from './server/list.ts';
import { snapshotBoards } from './server/nightly.ts';
import { leaderboardData } from './server/personal.ts';
import { refreshBoards } from './server/refresh.ts';

/** Leaderboards of drivers, of an edition, an environment or a pack. */
export const leaderboards = feature({
  name: 'leaderboards',
  uses: ['replays', 'tracks', 'users', 'packs'],
  routes: { [get(routes.apiLeaderboards)]: listEndpoint(leaderboardList) },
  jobs: [refreshBoards, snapshotBoards],
  personalData: [leaderboardData],
});
