import { feature } from '#platform/feature.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { get, post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { checkEvidence, hintAboutReplay } from './evidence/server/hint.ts';
import { measureReplays } from './evidence/server/measure-job.ts';
import { replayLineEndpoint, trackLineEndpoint } from './line/server/line-endpoint.ts';
import { replayList } from './list/server/list.ts';
import { claimRoutes } from './logins/server/endpoints.ts';
import { sweepLogins } from './logins/server/sweep-logins.ts';
import { onlineRecordList } from './online/server/list.ts';
import { sendOnlineRecords } from './online/server/receive.ts';
import { maniaCodeReplay } from './play/server/endpoint.ts';
import type { OnReplayChange } from './ranking/server/rank.ts';
import { checkStoredReplays } from './recheck/server/check-stored-replays.ts';
import { findSameRuns } from './recheck/server/find-same-runs.ts';
import { postedReplayRoutes } from './removal/server/endpoints.ts';
import { endSecrets } from './secret/server/end-secrets.ts';
import { recordGbxEndpoint } from './server/download.ts';
import { type ReplayDataReactions, replayData } from './server/personal.ts';
import { elsewhereEndpoint } from './upload/server/other-editions.ts';
import { replayUploadRoutes } from './upload/server/upload.ts';

interface ReplayReactions extends ReplayDataReactions {
  /** run in the transaction of a replay that was posted, deleted or restored, after its board was updated */
  readonly onChange: readonly OnReplayChange[];
  /** run in the transaction in which a job changes the board of a track */
  readonly onRecheck: readonly OnReplayChange[];
}

/** Replays and the places of their drivers, online records, and logins of the games. */
export const replays = (reactions: ReplayReactions) => {
  const onChange = [...reactions.onChange, checkEvidence];
  return feature({
    name: 'replays',
    uses: ['tracks', 'users', 'notices', 'modlog', 'cases'],
    routes: {
      [get(routes.apiReplays)]: listEndpoint(replayList),
      [get(routes.apiOnlineRecords)]: listEndpoint(onlineRecordList),
      [post(routes.apiOnlineRecords)]: sendOnlineRecords,
      [get(routes.recordGbx)]: recordGbxEndpoint,
      [get(routes.maniaCodeReplay)]: maniaCodeReplay,
      [get(routes.replayLine)]: replayLineEndpoint,
      [get(routes.trackLine)]: trackLineEndpoint,
      [get(routes.tracksElsewhere)]: elsewhereEndpoint,
      ...replayUploadRoutes(onChange),
      ...postedReplayRoutes(onChange),
      ...claimRoutes,
    },
    jobs: [
      endSecrets,
      measureReplays,
      findSameRuns,
      hintAboutReplay,
      sweepLogins,
      checkStoredReplays(reactions.onRecheck),
    ],
    personalData: [replayData(reactions)],
  });
};
