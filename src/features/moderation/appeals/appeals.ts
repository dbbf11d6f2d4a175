import type { LoggedAct, NamedPerson } from '#features/modlog/acts.ts';
import type { Effect } from '#features/modlog/model.ts';
import { Level } from '#lib/codes/level.ts';
import { conflict, no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Subject } from '../subjects.ts';

export const maxAppealLength = 2000;
export const maxAppealAnswerLength = 1000;

/** The score of cases about appeals: above hints, below subjects that several users reported. */
export const appealScore = 50;

export const appealStates = ['open', 'upheld', 'undone', 'regretted'] as const;
export type AppealState = (typeof appealStates)[number];

/** The ends of an appeal. `regretted`: the decision was wrong, but an act of this kind cannot be undone. */
export const appealOutcomes = ['upheld', 'undone', 'regretted'] as const;
export type AppealOutcome = (typeof appealOutcomes)[number];

export const appealLabels: Readonly<Record<AppealState, string>> = {
  open: 'Waiting',
  upheld: 'Decision stands',
  undone: 'Decision undone',
  regretted: 'Decision was wrong',
};

/** Short labels, for choosing a state. */
export const appealTabs: Readonly<Record<AppealState, string>> = {
  open: 'Waiting',
  upheld: 'Stand',
  undone: 'Undone',
  regretted: 'Wrong',
};

const isAppealState = (text: string | null): text is AppealState =>
  appealStates.some((state) => state === text);

/** A stored state; one that is no longer in the table counts as open. */
export const appealState = (text: string): AppealState => (isAppealState(text) ? text : 'open');

/** Whether the person concerned may appeal against a decision: once, unless it was in their favour or has been undone. */
export function mayAppeal(decision: {
  readonly effect: Effect;
  readonly isUndone: boolean;
  readonly isAppealed: boolean;
}): Verdict {
  if (decision.isAppealed) return conflict('You’ve already appealed this. You can appeal each action once.');
  if (decision.isUndone) return conflict('This decision has been undone.');
  return decision.effect === 'appealable' ? yes : no('There’s nothing to appeal: this is in your favour.');
}

/**
 * Moderators decide appeals against acts of other moderators, site leaders also against their own acts. Nobody decides their own
 * appeal.
 */
export function mayDecideAppeal(
  viewer: { readonly userId: number; readonly level: number },
  appeal: { readonly state: AppealState; readonly appellantId: number; readonly actedBy: number | null },
): Verdict {
  if (viewer.userId === appeal.appellantId) return no('Another moderator will decide your appeal.');
  if (viewer.userId === appeal.actedBy && viewer.level < Level.siteLeader)
    return no('You took this action, so another moderator or a site leader must decide the appeal.');
  return appeal.state === 'open' ? yes : conflict('This appeal has already been decided.');
}

const once = 'Appeals are decided once, and the user is notified right away.';

/** Why decisions about appeals cannot be undone. */
export const irreversible = { 'appeal.accept': once, 'appeal.reject': once } as const;

/** An appeal with the act it is about, for moderators. */
export interface ShownAppeal {
  readonly site: string;
  readonly actId: number;
  /** the edition's label */
  readonly edition: string;
  /** the origin of the edition, for links; '' on the viewer's own */
  readonly origin: string;
  readonly text: string;
  readonly at: Date;
  readonly state: AppealState;
  readonly answer: string | null;
  readonly decidedAt: Date | null;
  readonly decidedBy: NamedPerson | null;
  readonly person: NamedPerson;
  readonly act: Pick<LoggedAct, 'reason' | 'at' | 'by' | 'before' | 'after' | 'subjectKind' | 'subjectId'> & {
    readonly label: string;
    readonly subject: Subject | undefined;
  };
  /** why the act cannot be undone; null if it can */
  readonly cannotUndo: string | null;
  /** whether the viewer may decide it */
  readonly verdict: Verdict;
}
