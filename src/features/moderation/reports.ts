/** Why something is reported: the value in the form, and its words. */
export const reportReasons = {
  stolen: 'Stolen work',
  cheated: 'Cheated',
  offensive: 'Offensive',
  spam: 'Spam',
  wrong: 'Wrong data',
  other: 'Something else',
} as const;
export type ReportReason = keyof typeof reportReasons;
export const reasonKeys = Object.keys(reportReasons) as [ReportReason, ...ReportReason[]]; // the keys of the table above

/** One that is no longer in the table shows as it was stored. */
export const reasonWords = (reason: string): string =>
  (reportReasons as Readonly<Record<string, string>>)[reason] ?? reason;

export const reportText = { least: 10, most: 2000 } as const;
export const reportsPerDay = 20;
export const longestAnswer = 1000;

/** open → taken → solved or rejected; an open one may be ended at once, a taken one taken over. */
export const reportStates = ['open', 'taken', 'solved', 'rejected'] as const;
export type ReportState = (typeof reportStates)[number];

export const stateWords: Readonly<Record<ReportState, string>> = {
  open: 'Open',
  taken: 'Taken',
  solved: 'Solved',
  rejected: 'Rejected',
};

export const isReportState = (text: string | null): text is ReportState =>
  reportStates.some((state) => state === text);

export const isEnded = (state: ReportState): boolean => state === 'solved' || state === 'rejected';

/** What a moderator does with a report. */
export const reportActs = ['take', 'solve', 'reject'] as const;
export type ReportAct = (typeof reportActs)[number];

export const stateAfter: Readonly<Record<ReportAct, ReportState>> = {
  take: 'taken',
  solve: 'solved',
  reject: 'rejected',
};
