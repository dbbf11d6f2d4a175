import type { SubjectKind } from '../subjects.ts';

/** Reasons of a report: the value in the form, and its label. */
const reportReasons = {
  stolen: 'Stolen work',
  cheated: 'Cheated',
  offensive: 'Offensive',
  spam: 'Spam',
  wrong: 'Wrong data',
  other: 'Something else',
} as const;
export type ReportReason = keyof typeof reportReasons;
export const reasonKeys = Object.keys(reportReasons) as [ReportReason, ...ReportReason[]]; // the keys of the table above

/** The reasons that fit a kind of subject, in the order of the form. */
export const reasonsFor: Readonly<Record<SubjectKind, readonly ReportReason[]>> = {
  track: ['stolen', 'cheated', 'offensive', 'spam', 'wrong', 'other'],
  user: ['cheated', 'offensive', 'spam', 'other'],
  post: ['offensive', 'spam', 'other'],
  comment: ['offensive', 'spam', 'other'],
  replay: ['cheated', 'stolen', 'offensive', 'wrong', 'other'],
  pack: ['stolen', 'offensive', 'spam', 'wrong', 'other'],
  video: ['stolen', 'offensive', 'spam', 'wrong', 'other'],
  news: ['offensive', 'wrong', 'other'],
  image: ['stolen', 'offensive', 'spam', 'wrong', 'other'],
  message: ['offensive', 'spam', 'other'],
  remotepicture: ['stolen', 'offensive', 'spam', 'other'],
  face: ['offensive', 'spam', 'other'],
  heldtext: [],
  loginclaim: [],
  other: reasonKeys,
};

/** The label of a reason; one that is no longer in the table is shown as it was stored. */
export const reportReasonLabel = (reason: string): string =>
  (reportReasons as Readonly<Record<string, string>>)[reason] ?? reason;

export const reportText = { least: 10, most: 2000 } as const;
export const reportsPerDay = 20;
