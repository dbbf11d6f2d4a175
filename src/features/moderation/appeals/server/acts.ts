import { act } from '#features/modlog/server/act.ts';
import { irreversible } from '../appeals.ts';

// shown with the decision that the appeal is about, and counted as appeals
const shared = { group: null, effect: 'internal' } as const;

export const acceptAppeal = act({
  ...shared,
  name: 'appeal.accept',
  label: 'Accepted an appeal',
  cannot: irreversible['appeal.accept'],
});
export const rejectAppeal = act({
  ...shared,
  name: 'appeal.reject',
  label: 'Rejected an appeal',
  cannot: irreversible['appeal.reject'],
});

/** Decisions of moderators about appeals that undo nothing. */
export const appealActs = [acceptAppeal, rejectAppeal];
