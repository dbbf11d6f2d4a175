import { leavingJobs } from '#features/accounts/leaving/server/jobs.ts';
import { accountJobs } from '#features/accounts/server/jobs.ts';
import { checkAfterRelease } from '#features/achievements/server/after-writes.ts';
import { achievementJobs } from '#features/achievements/server/jobs.ts';
import { cardJobs } from '#features/cards/server/jobs.ts';
import { refreshBoardDrivers, updateBoards } from '#features/leaderboards/server/actions.ts';
import { leaderboardJobs } from '#features/leaderboards/server/jobs.ts';
import { moderationJobs } from '#features/moderation/figures/server/jobs.ts';
import { newsJobs } from '#features/news/server/jobs.ts';
import { noticeJobs } from '#features/notices/server/jobs.ts';
import { packLifeJobs } from '#features/packs/edit/server/end-deleted.ts';
import { leavePacks } from '#features/packs/tracks/server/track-changes.ts';
import { correctMedals } from '#features/replays/ranking/server/medals.ts';
import { replayJobs } from '#features/replays/server/jobs.ts';
import { sanctionJobs } from '#features/sanctions/server/jobs.ts';
import { textJobs } from '#features/texts/server/jobs.ts';
import { trackJobs } from '#features/tracks/server/jobs.ts';
import { trackLifeJobs } from '#features/tracks/server/life-jobs.ts';
import { userJobs } from '#features/users/server/jobs.ts';
import { videoJobs } from '#features/videos/server/jobs.ts';
import type { Job } from '#platform/jobs/registry.ts';
import { lineJobs } from '#platform/lines/jobs.ts';
import { remotePictureJobs } from '#platform/remote-pictures/jobs.ts';
import { removeUnusedFiles } from '#platform/uploads/jobs.ts';
import { personalData } from './personal-data.ts';

/** Every job of the installation. Each feature lists its own; the queue runs only the jobs in this list. */
export const jobs: readonly Job[] = [
  ...accountJobs,
  ...leavingJobs(personalData),
  ...achievementJobs,
  ...cardJobs,
  ...leaderboardJobs,
  ...lineJobs,
  ...moderationJobs,
  ...newsJobs,
  ...noticeJobs,
  ...packLifeJobs({ onEnd: [refreshBoardDrivers] }),
  ...remotePictureJobs,
  removeUnusedFiles,
  ...replayJobs({ onChange: [updateBoards] }),
  ...sanctionJobs,
  ...textJobs,
  ...trackJobs({ onRead: [correctMedals] }),
  ...trackLifeJobs({ beforeEnd: [leavePacks], onRelease: [checkAfterRelease] }),
  ...userJobs,
  ...videoJobs,
];
