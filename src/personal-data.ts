import { accountData } from '#features/accounts/server/personal.ts';
import { achievementData } from '#features/achievements/server/personal.ts';
import { reportData } from '#features/cases/server/personal.ts';
import { commentData } from '#features/comments/server/personal.ts';
import { forumData } from '#features/forum/server/personal.ts';
import { markAllStale, recountDriver, refreshBoardDrivers } from '#features/leaderboards/server/actions.ts';
import { leaderboardData } from '#features/leaderboards/server/personal.ts';
import { messageData } from '#features/messages/server/personal.ts';
import { hiddenFromPerson } from '#features/moderation/acts/server/named.ts';
import { appealData } from '#features/moderation/appeals/server/personal.ts';
import { decisionData } from '#features/modlog/server/personal.ts';
import { newsData } from '#features/news/server/personal.ts';
import { noticeData } from '#features/notices/server/personal.ts';
import { packData } from '#features/packs/server/personal.ts';
import { leavePacks } from '#features/packs/tracks/server/track-changes.ts';
import { playLaterData } from '#features/playlater/server/personal.ts';
import { replayData } from '#features/replays/server/personal.ts';
import { sanctionData } from '#features/sanctions/server/personal.ts';
import { heldTextData } from '#features/texts/server/personal.ts';
import { trackData } from '#features/tracks/server/personal.ts';
import { profileData } from '#features/users/edit/server/personal.ts';
import { blockData } from '#features/users/relations/server/block-data.ts';
import { favoriteData } from '#features/users/relations/server/personal.ts';
import { videoData } from '#features/videos/server/personal.ts';
import type { PersonalData } from '#platform/personal-data.ts';

/** Everything stored about people, by feature, in the order in which it is hidden and erased. */
export const personalData: readonly PersonalData[] = [
  commentData,
  forumData,
  heldTextData,
  replayData({ onRanked: markAllStale, onHidden: recountDriver }),
  leaderboardData,
  packData({ onEnd: [refreshBoardDrivers] }),
  trackData({ beforeEnd: [leavePacks] }),
  playLaterData,
  favoriteData,
  profileData,
  achievementData,
  newsData,
  videoData,
  messageData,
  noticeData,
  blockData,
  reportData,
  appealData,
  decisionData(hiddenFromPerson),
  sanctionData,
  accountData,
];

const byTheCrew =
  'An act of the crew, or of an author on their own row. The name is read from the profile, so it disappears with it.';

/** Columns that refer to a person and that no entry handles, each with the reason. */
export const notPersonal: Readonly<Record<string, string>> = {
  'moderation_act.user_id': byTheCrew,
  'moderation_case.person_id':
    'What moderators had to decide. The name is read from the profile, so it disappears with it.',
  'moderation_case.taken_by': byTheCrew,
  'moderation_case.settled_by': byTheCrew,
  'appeal.decided_by': byTheCrew,
  'news.deleted_by': byTheCrew,
  'online_record.removed_by': byTheCrew,
  'pack.deleted_by': byTheCrew,
  'replay.deleted_by': byTheCrew,
  'sanction.imposed_by': byTheCrew,
  'sanction.lifted_by': byTheCrew,
  'track.deleted_by': byTheCrew,
  'track_feature.featured_by': byTheCrew,
  'video.removed_by': byTheCrew,
  'staged_bytes.account_id': 'A count of bytes, which becomes 0 when the staged files are erased.',
  'track.record_user_id': 'A copy of the driver of the best replay, recalculated with it.',
};
