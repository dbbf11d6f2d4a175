import { isModerator } from '#lib/codes/level.ts';
import { conflict, no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Viewer } from '#platform/viewer.ts';
import { type CaseState, type CaseStep, isTaken, type Taken } from '../model.ts';

interface CaseFacts {
  readonly state: CaseState;
  readonly taken: Taken | null;
  readonly awaitsAppeal: boolean;
}

/** Only the moderator who took a case may settle it, so that two do not work on the same one; others must take it over first. */
export function mayHandle(viewer: Viewer, facts: CaseFacts, step: CaseStep, now: Date): Verdict {
  const { state, taken, awaitsAppeal } = facts;
  if (!isModerator(viewer)) return no('Only moderators can close cases.');
  if (step === 'reopen') return state === 'settled' ? yes : conflict('This case is open.');
  // for example by a concurrent request
  if (state === 'settled') return conflict('Another moderator has already closed this case.');
  const isHeld = isTaken(taken, now);
  const isMine = taken?.by === viewer.userId;
  if (step === 'take') return isHeld && isMine ? conflict('You’ve already taken this case.') : yes;
  if (step === 'release') return isHeld && isMine ? yes : conflict('You haven’t taken this case.');
  if (isHeld && !isMine) return conflict('Another moderator has taken this case. Take it over first.');
  return awaitsAppeal
    ? conflict('There’s an open appeal about this. Decide it on the Appeals page first.')
    : yes;
}
