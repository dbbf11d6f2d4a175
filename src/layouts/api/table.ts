import { awardList, commentList } from '#features/comments/server/list.ts';
import { threadList } from '#features/forum/server/list.ts';
import { leaderboardList } from '#features/leaderboards/server/list.ts';
import { newsList } from '#features/news/server/list.ts';
import { packList } from '#features/packs/server/list.ts';
import { replayList } from '#features/replays/server/list.ts';
import { onlineRecordList } from '#features/replays/server/online.ts';
import { trackList } from '#features/tracks/server/list.ts';
import { userList } from '#features/users/server/list.ts';
import { videoList } from '#features/videos/server/list.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { randomEndpoint } from '#platform/lists/random.ts';
import { routes } from '#routes.ts';

/**
 * The lists and random redirects that /api documents, in this order. Pages cannot import the routes of the server; the test
 * next to this file keeps the two in agreement.
 */
export const apiTable: RouteTable = {
  'GET /api/tracks': listEndpoint(trackList),
  'GET /trackrandom': randomEndpoint(trackList, routes.trackShow),
  'GET /api/replays': listEndpoint(replayList),
  'GET /api/leaderboards': listEndpoint(leaderboardList),
  'GET /api/trackpacks': listEndpoint(packList),
  'GET /trackpackrandom': randomEndpoint(packList, routes.trackPackShow),
  'GET /api/users': listEndpoint(userList),
  'GET /userrandom': randomEndpoint(userList, routes.userShow),
  'GET /api/tracks/comments': listEndpoint(commentList),
  'GET /api/tracks/awards': listEndpoint(awardList),
  'GET /api/tracks/dedimania': listEndpoint(onlineRecordList),
  'GET /api/videos': listEndpoint(videoList),
  'GET /videorandom': randomEndpoint(videoList, routes.videoShow),
  'GET /api/news': listEndpoint(newsList),
  'GET /api/threads': listEndpoint(threadList),
};
