import type { RouteTable } from '#platform/http/router.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { replayList } from '../list/server/list.ts';
import { claimEndpoints } from '../logins/server/endpoints.ts';
import { onlineRecordList } from '../online/server/list.ts';
import { sendOnlineRecords } from '../online/server/receive.ts';
import type { OnReplayChange } from '../ranking/server/rank.ts';
import { replayLifeEndpoints } from '../removal/server/endpoints.ts';
import { replayUploadEndpoints } from '../upload/server/endpoints.ts';
import { elsewhereEndpoint } from '../upload/server/other-editions.ts';
import { recordGbxEndpoint } from './download.ts';

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
