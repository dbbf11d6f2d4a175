import type { NamedPerson } from '#features/modlog/rows.ts';
import type { CaseOutcome, CaseSource } from './model.ts';

/** A case of the queue. */
export interface QueuedCase {
  readonly site: string;
  readonly caseId: number;
  readonly subject: { readonly kind: string; readonly id: number };
  readonly sources: readonly CaseSource[];
  readonly score: number;
  readonly reports: number;
  /** of its reports */
  readonly reasons: readonly string[];
  /** what its most important source says */
  readonly text: string;
  readonly person: NamedPerson | null;
  readonly openedAt: Date;
  /** who has taken it, while that is in effect */
  readonly takenBy: NamedPerson | null;
  readonly isMine: boolean;
  readonly settledAt: Date | null;
  readonly outcome: CaseOutcome | null;
}

/** The same as a line of the queue. */
export interface QueueLine extends Omit<QueuedCase, 'subject'> {
  /** the edition's label */
  readonly edition: string;
  readonly title: string;
  /** the kind of its subject */
  readonly word: string;
  readonly isGone: boolean;
}
