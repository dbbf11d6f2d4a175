import type { AnyAct } from './act.ts';
import { claimActs } from './claim-acts.ts';
import { heldTextActs } from './held-texts.ts';
import { personActs } from './person-acts.ts';
import { placeActs } from './place-acts.ts';
import { recordActs } from './record-acts.ts';
import { replayActs } from './replay-acts.ts';
import { textActs } from './text-acts.ts';
import { trackActs } from './track-acts.ts';

/** Everything that moderators can do from the console, in the order in which a subject offers it. */
export const allActs: readonly AnyAct[] = [
  ...heldTextActs,
  ...claimActs,
  ...trackActs,
  ...placeActs,
  ...replayActs,
  ...textActs,
  ...personActs,
  ...recordActs,
];
