import type { NamedPerson } from '#features/modlog/acts.ts';
import { type CaseOutcome, type CaseSource, isCaseSource } from './model.ts';

/** Which cases: all open ones, those the viewer has taken, or settled ones. */
export const shownCases = ['open', 'mine', 'settled'] as const;
type ShownCases = (typeof shownCases)[number];

export const shownLabels: Readonly<Record<ShownCases, string>> = {
  open: 'Open',
  mine: 'Taken by me',
  settled: 'Settled',
};

export const queueOrders = { age: 'Oldest first', score: 'Highest score first' } as const;
type QueueOrder = keyof typeof queueOrders;

/** The minimum ages and scores that the form offers. */
export const queueAges = [1, 3, 7, 30] as const;
export const queueScores = [20, 40, 60, 80] as const;

/** The filters of the queue; null: no limit. */
export interface QueueFilters {
  readonly show: ShownCases;
  readonly order: QueueOrder;
  readonly site: string | null;
  readonly kind: string | null;
  readonly source: CaseSource | null;
  /** the least score */
  readonly score: number | null;
  /** the least age in days */
  readonly days: number | null;
}

const oneOf = <Value extends string | number>(values: readonly Value[], text: string | null): Value | null =>
  values.find((value) => String(value) === text) ?? null;

/** Reads the filters of an address; invalid ones are omitted. */
export function readQueueFilters(query: URLSearchParams): QueueFilters {
  const site = query.get('site') ?? '';
  const kind = query.get('kind') ?? '';
  const source = query.get('source');
  return {
    show: oneOf(shownCases, query.get('show')) ?? 'open',
    order: query.get('order') === 'score' ? 'score' : 'age',
    site: /^[a-z0-9]{1,20}$/.test(site) ? site : null,
    kind: /^[a-z_]{1,30}$/.test(kind) ? kind : null,
    source: isCaseSource(source) ? source : null,
    score: oneOf(queueScores, query.get('score')),
    days: oneOf(queueAges, query.get('days')),
  };
}

/** The filters as query parameters, without those that have no effect. */
export function queueQuery(filters: QueueFilters): Record<string, string> {
  const { show, order, ...limits } = filters;
  const parts = { show: show === 'open' ? null : show, order: order === 'age' ? null : order, ...limits };
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  );
}

/** The same filters as a text, such as a saved view stores. */
export const queueText = (filters: QueueFilters): string =>
  new URLSearchParams(queueQuery(filters)).toString();

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
