import { leavingEndpoints } from '#features/accounts/leaving/server/endpoints.ts';
import { accountRoutes, viewerEndpoint } from '#features/accounts/server/endpoints.ts';
import { claimAddress } from '#features/accounts/server/look-keys.ts';
import {
  checkAfterApproval,
  checkAfterReplay,
  withAchievements,
} from '#features/achievements/server/after-writes.ts';
import { achievementEndpoints } from '#features/achievements/server/endpoints.ts';
import { administrationRoutes } from '#features/administration/server/endpoints.ts';
import { cardEndpoints } from '#features/cards/server/endpoints.ts';
import { caseRoutes } from '#features/cases/server/endpoints.ts';
import { commentEndpoints } from '#features/comments/server/endpoints.ts';
import { discoveryEndpoints } from '#features/discovery/server/endpoints.ts';
import { downloadEndpoints } from '#features/downloads/server/endpoints.ts';
import { feedEndpoints } from '#features/feeds/server/endpoints.ts';
import { forumEndpoints } from '#features/forum/server/endpoints.ts';
import { updateBoards } from '#features/leaderboards/server/actions.ts';
import { leaderboardEndpoints } from '#features/leaderboards/server/endpoints.ts';
import { legacyEndpoints } from '#features/legacy/server/endpoints.ts';
import { messageRoutes } from '#features/messages/server/endpoints.ts';
import { unreadMessages } from '#features/messages/server/list.ts';
import { refreshShared } from '#features/messages/server/newest-message.ts';
import { openReports } from '#features/moderation/console/server/queue.ts';
import { moderationRoutes } from '#features/moderation/server/endpoints.ts';
import { newsEndpoints } from '#features/news/server/endpoints.ts';
import { noticeRoutes } from '#features/notices/server/endpoints.ts';
import { unreadNotices } from '#features/notices/server/list.ts';
import { notifyCleaned } from '#features/notices/server/profile-cleaned.ts';
import { countPackDownload } from '#features/packs/play/server/counters.ts';
import { packEndpoints } from '#features/packs/server/endpoints.ts';
import { submitToPack } from '#features/packs/tracks/server/actions.ts';
import { packTrackEndpoints } from '#features/packs/tracks/server/endpoints.ts';
import { reopenInPacks } from '#features/packs/tracks/server/track-changes.ts';
import { playLaterEndpoints } from '#features/playlater/server/endpoints.ts';
import { remotePictureEndpoints } from '#features/remotepictures/server/endpoints.ts';
import { checkEvidence } from '#features/replays/evidence/server/hint.ts';
import { retireReplays } from '#features/replays/ranking/server/new-version.ts';
import { recordGbxEndpoint } from '#features/replays/server/download.ts';
import { replayEndpoints } from '#features/replays/server/endpoints.ts';
import { heldTextEndpoints } from '#features/texts/server/endpoints.ts';
import { countDownload } from '#features/tracks/download/server/download.ts';
import { seenInQueue } from '#features/tracks/play-later/server/queued-tracks.ts';
import { trackEndpoints } from '#features/tracks/server/endpoints.ts';
import { trackLifeEndpoints } from '#features/tracks/server/endpoints-after-upload.ts';
import { followedGbx, followedImage, withFollowedTracks } from '#features/tracks/server/redirected-routes.ts';
import { visibleTrack } from '#features/tracks/server/repo.ts';
import { uploadEndpoints } from '#features/tracks/upload/server/endpoints.ts';
import { profileEndpoints } from '#features/users/edit/server/endpoints.ts';
import { blockEndpoints, userEndpoints } from '#features/users/server/endpoints.ts';
import { videoEndpoints } from '#features/videos/server/endpoints.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { metaEndpoints } from '#platform/lists/meta.ts';
import { openApiEndpoint } from '#platform/lists/openapi.ts';
import { personalData } from './personal-data.ts';
import { healthEndpoint } from './server/health.ts';
import { securityTxtEndpoint } from './server/security-txt.ts';

const packSlots = { onApproved: checkAfterApproval };

const ofFeatures: RouteTable = withAchievements({
  ...achievementEndpoints,
  ...accountRoutes,
  ...leavingEndpoints(personalData),
  'GET /api/viewer': viewerEndpoint({
    Notices: unreadNotices,
    Messages: unreadMessages,
    Reports: openReports,
  }),
  ...noticeRoutes,
  ...moderationRoutes,
  ...heldTextEndpoints,
  ...administrationRoutes,
  ...caseRoutes,
  ...trackEndpoints,
  ...uploadEndpoints({ submitToPack: (tx, track) => submitToPack(tx, track, packSlots) }),
  ...trackLifeEndpoints({ onNewVersion: [retireReplays, reopenInPacks] }),
  ...userEndpoints,
  ...blockEndpoints({ onChange: [refreshShared] }),
  ...messageRoutes,
  ...profileEndpoints({ onCleaned: notifyCleaned, claimAddress }),
  ...playLaterEndpoints({
    assertTrackIsFound: async (ctx, trackId) => void (await visibleTrack(ctx, trackId)),
    seenInQueue,
  }),
  ...commentEndpoints,
  ...forumEndpoints,
  ...leaderboardEndpoints,
  ...newsEndpoints,
  ...packEndpoints,
  ...packTrackEndpoints(packSlots),
  ...remotePictureEndpoints,
  ...replayEndpoints({ onChange: [updateBoards, checkAfterReplay, checkEvidence] }),
  ...videoEndpoints,
  ...cardEndpoints,
  ...discoveryEndpoints,
  ...feedEndpoints,
  ...downloadEndpoints({ countTrack: countDownload, countPack: countPackDownload }),
  ...legacyEndpoints({
    trackGbx: followedGbx,
    recordGbx: recordGbxEndpoint,
    trackImage: followedImage,
  }),
  'GET /api/health': healthEndpoint,
  'GET /.well-known/security.txt': securityTxtEndpoint,
});

const endpoints: RouteTable = { ...withFollowedTracks(ofFeatures), ...metaEndpoints(ofFeatures) };

/**
 * Every address that is not a page. Pages are src/pages. A path may be listed here with its
 * writes and also be a page: GET falls through to the page.
 */
export const httpRoutes: RouteTable = {
  ...endpoints,
  'GET /api/openapi.json': openApiEndpoint(endpoints),
};
