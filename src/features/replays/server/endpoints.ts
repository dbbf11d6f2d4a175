import type { RouteTable } from '#platform/http/router.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { recordGbxEndpoint } from './download.ts';
import { replayList } from './list.ts';
import { onlineRecordList } from './online.ts';

/** The routes of replays other than pages. */
export const replayEndpoints: RouteTable = {
  'GET /api/replays': listEndpoint(replayList),
  'GET /api/tracks/dedimania': listEndpoint(onlineRecordList),
  'GET /recordgbx/:replayId': recordGbxEndpoint,
};
