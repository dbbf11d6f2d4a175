import { accounts } from '#features/accounts/feature.ts';
import { closeClaimed } from '#features/accounts/leaving/server/close-copied.ts';
import { claimAddress } from '#features/accounts/server/look-keys.ts';
import { achievements } from '#features/achievements/feature.ts';
import {
  checkAfterApproval,
  checkAfterRelease,
  checkAfterReplay,
} from '#features/achievements/server/after-writes.ts';
import { administration } from '#features/administration/feature.ts';
import { cards } from '#features/cards/feature.ts';
import { cases } from '#features/cases/feature.ts';
import { changes } from '#features/changes/feature.ts';
import { comments } from '#features/comments/feature.ts';
import { discovery } from '#features/discovery/feature.ts';
import { downloads } from '#features/downloads/feature.ts';
import { dumps } from '#features/dumps/feature.ts';
import { feeds } from '#features/feeds/feature.ts';
import { forum } from '#features/forum/feature.ts';
import { home } from '#features/home/feature.ts';
import { leaderboards } from '#features/leaderboards/feature.ts';
import {
  markAllStale,
  recountDriver,
  refreshBoardDrivers,
  updateBoards,
} from '#features/leaderboards/server/actions.ts';
import { legacy } from '#features/legacy/feature.ts';
import { maniaLinks } from '#features/manialinks/feature.ts';
import { messages } from '#features/messages/feature.ts';
import { unreadMessages } from '#features/messages/server/list.ts';
import { refreshShared } from '#features/messages/server/newest-message.ts';
import { mirrors } from '#features/mirror/feature.ts';
import { hiddenFromPerson } from '#features/moderation/acts/server/acts-by-name.ts';
import { openReports } from '#features/moderation/console/server/queue.ts';
import { moderation } from '#features/moderation/feature.ts';
import { modlog } from '#features/modlog/feature.ts';
import { news } from '#features/news/feature.ts';
import { notices } from '#features/notices/feature.ts';
import { unreadNotices } from '#features/notices/server/list.ts';
import { notifyCleaned } from '#features/notices/server/profile-cleaned.ts';
import { packs } from '#features/packs/feature.ts';
import { countPackDownload } from '#features/packs/play/server/counters.ts';
import { submitToPack } from '#features/packs/tracks/server/actions.ts';
import { leavePacks, reopenInPacks } from '#features/packs/tracks/server/track-changes.ts';
import { playLater } from '#features/playlater/feature.ts';
import { remotePictures } from '#features/remotepictures/feature.ts';
import { replays } from '#features/replays/feature.ts';
import { numberingRun } from '#features/replays/line/server/numbering-run.ts';
import { correctMedals } from '#features/replays/ranking/server/medals.ts';
import { retireReplays } from '#features/replays/ranking/server/rank.ts';
import { recordGbxEndpoint } from '#features/replays/server/download.ts';
import { sanctions } from '#features/sanctions/feature.ts';
import { search } from '#features/search/feature.ts';
import { shortcuts } from '#features/shortcuts/feature.ts';
import { texts } from '#features/texts/feature.ts';
import { countDownload } from '#features/tracks/download/server/download.ts';
import { tracks } from '#features/tracks/feature.ts';
import { seenInQueue } from '#features/tracks/play-later/server/queued-tracks.ts';
import { followedGbx, followedImage } from '#features/tracks/server/redirected-routes.ts';
import { visibleTrack } from '#features/tracks/server/repo.ts';
import { users } from '#features/users/feature.ts';
import { videos } from '#features/videos/feature.ts';
import { webhooks } from '#features/webhooks/feature.ts';
import { type App, compose, type Feature } from '#platform/feature.ts';
import { lineJobs } from '#platform/lines/jobs.ts';
import { remotePictureJobs } from '#platform/remote-pictures/jobs.ts';
import { uploadJobs } from '#platform/uploads/sweep.ts';
import { get } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { describedFiles } from './server/described-files.ts';
import { healthEndpoint } from './server/health.ts';
import { securityTxtEndpoint } from './server/security-txt.ts';

const onApproved = checkAfterApproval;

/** All features, with what higher ones do when something happens in lower ones. The document of the API has its lists in this order. */
const features: readonly Feature[] = [
  achievements,
  accounts({
    personalData: () => app.personalData,
    waiting: { Notices: unreadNotices, Messages: unreadMessages, Reports: openReports },
  }),
  notices,
  moderation,
  modlog({ hiddenFromPerson }),
  sanctions,
  texts,
  administration,
  cases,
  tracks({
    submitToPack: (tx, track) => submitToPack(tx, track, { onApproved }),
    onNewVersion: [retireReplays, reopenInPacks],
    onVersionRead: [correctMedals],
    onRelease: [checkAfterRelease],
    beforeRemoval: [leavePacks],
    numberingRun,
  }),
  users({ onBlockChange: [refreshShared], onCleaned: notifyCleaned, claimAddress }),
  messages,
  playLater({
    assertTrackIsFound: async (ctx, trackId) => void (await visibleTrack(ctx, trackId)),
    seenInQueue,
  }),
  comments,
  forum,
  leaderboards,
  news,
  packs({ onApproved, onRemoved: [refreshBoardDrivers] }),
  remotePictures,
  replays({
    onChange: [updateBoards, checkAfterReplay],
    onRecheck: [updateBoards],
    onRanked: markAllStale,
    onHidden: recountDriver,
  }),
  videos,
  cards,
  discovery({ sitemap: () => app.sitemap }),
  feeds,
  changes,
  dumps({ routes: () => app.routes }),
  webhooks({ routes: () => app.routes }),
  downloads({ countTrack: countDownload, countPack: countPackDownload }),
  legacy({ trackGbx: followedGbx, recordGbx: recordGbxEndpoint, trackImage: followedImage }),
  maniaLinks,
  search,
  shortcuts,
  home,
  mirrors({
    personalData: () => app.personalData,
    close: (ctx, userId, eraseAt) => closeClaimed(ctx, app.personalData, userId, eraseAt),
  }),
];

/** The whole site, apart from its pages. */
export const app: App = compose(features, {
  routes: {
    [get(routes.health)]: healthEndpoint,
    [get(routes.securityTxt)]: securityTxtEndpoint,
  },
  jobs: [...lineJobs, ...remotePictureJobs, ...uploadJobs],
  files: describedFiles,
  erasure: [
    'comments',
    'forum',
    'held texts',
    'replays',
    'leaderboards',
    'packs',
    'tracks',
    'play later',
    'favourites',
    'profile page',
    'achievements',
    'news',
    'videos',
    'messages',
    'notices',
    'webhooks',
    'blocks',
    'reports',
    'appeals',
    'decisions',
    'sanctions',
    'mirrored profile',
    'account',
  ],
});
