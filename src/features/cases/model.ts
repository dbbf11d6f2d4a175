import { minuteMs } from '#lib/codes/durations.ts';

/** Why there is a case about a subject. */
export const caseSources = ['report', 'hint', 'held', 'appeal'] as const;
export type CaseSource = (typeof caseSources)[number];

export const sourceLabels: Readonly<Record<CaseSource, string>> = {
  report: 'Reported',
  hint: 'Hint',
  held: 'Held for review',
  appeal: 'Appeal',
};

export const isCaseSource = (text: string | null): text is CaseSource =>
  caseSources.some((source) => source === text);

export type CaseState = 'open' | 'settled';

/** How a case ended: something was done, nothing was wrong, or there is nothing left to decide. */
const caseOutcomes = ['solved', 'rejected', 'void'] as const;
export type CaseOutcome = (typeof caseOutcomes)[number];

export const outcomeLabels: Readonly<Record<CaseOutcome, string>> = {
  solved: 'Solved',
  rejected: 'Rejected',
  void: 'Withdrawn',
};

export const isCaseOutcome = (text: string | null): text is CaseOutcome =>
  caseOutcomes.some((outcome) => outcome === text);

export const maxScore = 100;

/** Each report adds to the score, but reports alone never reach the highest one. */
export const reportsScore = (reports: number): number => Math.min(80, 20 * reports);

/** A case that a moderator took is released after this time. */
export const takenMinutes = 30;

export interface Taken {
  readonly by: number;
  readonly at: Date;
}

/** Whether a case is still taken. */
export const isTaken = (taken: Taken | null, now: Date): taken is Taken =>
  taken !== null && now.getTime() - taken.at.getTime() < takenMinutes * minuteMs;

export const maxAnswerLength = 1000;

/** What a moderator does with a case itself. */
export const caseSteps = ['take', 'release', 'solve', 'reject', 'reopen'] as const;
export type CaseStep = (typeof caseSteps)[number];

/** The number of the action that an appeal is about, from the key of its hint: 15 of "act 15". */
export const appealedAct = (hint: string): string | null => /^act (\d{1,12})$/.exec(hint)?.[1] ?? null;

/** The key of a hint in words: "manyAccounts" as "Many accounts", "act 15" as "Action 15". */
export const hintLabel = (hint: string): string => {
  const act = appealedAct(hint);
  const words = (act === null ? hint : `action ${act}`)
    .replace(/[._-]+/g, ' ')
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};
