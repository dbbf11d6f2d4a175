import type { RouteTable } from '#platform/http/router.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { claimEndpoints } from './claims/endpoints.ts';
import { recordGbxEndpoint } from './download.ts';
import { elsewhereEndpoint } from './elsewhere.ts';
import { replayLifeEndpoints } from './life/endpoints.ts';
import { replayList } from './list.ts';
import { onlineRecordList } from './online.ts';
import { sendOnlineRecords } from './online-write.ts';
import type { OnReplayChange } from './rank.ts';
import { replayUploadEndpoints } from './upload/endpoints.ts';

/** Functions that replays need from higher features. */
export interface ReplaySlots {
  /** run in the transaction of a replay that was posted, deleted or restored, after its board was updated */
  readonly onChange: readonly OnReplayChange[];
}

/** The routes of replays other than pages. */
export const replayEndpoints = ({ onChange }: ReplaySlots): RouteTable => ({
  'GET /api/replays': listEndpoint(replayList),
  'GET /api/tracks/dedimania': listEndpoint(onlineRecordList),
  'POST /api/tracks/dedimania': sendOnlineRecords,
  'GET /recordgbx/:replayId': recordGbxEndpoint,
  'GET /trackselsewhere': elsewhereEndpoint,
  ...replayUploadEndpoints(onChange),
  ...replayLifeEndpoints(onChange),
  ...claimEndpoints,
});
