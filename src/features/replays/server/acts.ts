import { viewEvidence } from '../evidence/server/view-record.ts';
import { claimActs } from '../logins/server/decide-claim.ts';
import { loginRemoved } from '../logins/server/release-login.ts';
import { onlineActs } from '../online/server/acts.ts';
import { onlineRecordActs } from '../online/server/record.ts';
import type { OnReplayChange } from '../ranking/server/rank.ts';
import { replayLifeActs } from '../removal/server/acts.ts';

/** Moderator actions on replays, online records and logins. `onChange`: see replayUploadRoutes. */
export const replayActs = (onChange: readonly OnReplayChange[]) => [
  ...Object.values(replayLifeActs(onChange)),
  ...claimActs,
  ...onlineActs,
  ...onlineRecordActs,
  loginRemoved,
  viewEvidence,
];
