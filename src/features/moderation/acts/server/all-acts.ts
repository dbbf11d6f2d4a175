import { accountActs } from '#features/accounts/leaving/server/acts.ts';
import { achievementActs } from '#features/achievements/server/actions.ts';
import { administrationActs } from '#features/administration/server/acts.ts';
import { caseActs, formerActs } from '#features/cases/server/acts.ts';
import { commentActs } from '#features/comments/server/acts.ts';
import { forumActs } from '#features/forum/server/acts.ts';
import { updateBoards } from '#features/leaderboards/server/actions.ts';
import { messageActs } from '#features/messages/server/acts.ts';
import type { PerformedAct, RecordedAct } from '#features/modlog/server/act.ts';
import { newsActs } from '#features/news/server/acts.ts';
import { packActs } from '#features/packs/server/acts.ts';
import { remotePictureActs } from '#features/remotepictures/server/acts.ts';
import { replayActs } from '#features/replays/server/acts.ts';
import { sanctionActs } from '#features/sanctions/server/acts.ts';
import { moveActs } from '#features/tracks/move-merge/server/move.ts';
import { trackActs } from '#features/tracks/server/acts.ts';
import { userActs } from '#features/users/edit/server/acts.ts';
import { videoActs } from '#features/videos/server/acts.ts';
import { appealActs } from '../../appeals/server/acts.ts';
import { heldTextActs } from './held-texts.ts';
import { mergeTrack } from './merge.ts';

/** Every act of moderators, in the order in which a subject offers it. Leaderboards change in the transaction of an act on a replay. */
export const allActs: readonly (RecordedAct | PerformedAct)[] = [
  ...heldTextActs,
  ...trackActs,
  ...videoActs,
  mergeTrack,
  ...moveActs,
  ...commentActs,
  ...forumActs,
  ...messageActs,
  ...packActs,
  ...newsActs,
  ...remotePictureActs,
  ...userActs,
  ...sanctionActs,
  ...replayActs([updateBoards]),
  ...achievementActs,
  ...accountActs,
  ...administrationActs,
  ...Object.values(caseActs),
  ...formerActs,
  ...appealActs,
];
