import { dayMs } from '#lib/codes/durations.ts';
import { idIn } from '#lib/codes/ids.ts';

/** The filters of the log; null: no limit. */
export interface LogFilters {
  readonly site: string | null;
  /** the name of the moderator */
  readonly by: string | null;
  readonly act: string | null;
  readonly kind: string | null;
  readonly subject: { readonly kind: string; readonly id: number } | null;
  /** the name of the person concerned */
  readonly person: string | null;
  /** days, in UTC, both included */
  readonly from: string | null;
  readonly to: string | null;
  readonly undoneOnly: boolean;
  /** one act by its number; needs a site */
  readonly actId: number | null;
}

const text = (query: URLSearchParams, name: string, longest = 100) => {
  const typed = (query.get(name) ?? '').replaceAll('\u0000', '').trim();
  return typed === '' || typed.length > longest ? null : typed;
};

const day = (query: URLSearchParams, name: string): string | null => {
  const typed = text(query, name) ?? '';
  const isDay = /^\d{4}-\d\d-\d\d$/.test(typed) && !Number.isNaN(Date.parse(`${typed}T00:00:00Z`));
  return isDay ? typed : null;
};

/** Reads the filters of an address; invalid ones are omitted. */
export function readLogFilters(query: URLSearchParams): LogFilters {
  const act = text(query, 'act');
  const kind = text(query, 'kind', 30);
  const subject = /^([a-z][a-z_]{1,30})-(\d{1,9})$/.exec(text(query, 'subject') ?? '');
  return {
    site: text(query, 'site', 20),
    by: text(query, 'by'),
    act: act !== null && /^[a-z]+\.[a-z]+$/.test(act) ? act : null,
    kind: kind !== null && /^[a-z_]+$/.test(kind) ? kind : null,
    subject: subject ? { kind: subject[1] ?? '', id: Number(subject[2]) } : null,
    person: text(query, 'person'),
    from: day(query, 'from'),
    to: day(query, 'to'),
    undoneOnly: query.get('undone') === '1',
    actId: idIn(query.get('number') ?? '') || null,
  };
}

/** The filters as query parameters. */
export function logQuery(filters: LogFilters): Record<string, string> {
  const { subject, undoneOnly, actId, ...texts } = filters;
  const parts = {
    ...texts,
    subject: subject && `${subject.kind}-${subject.id}`,
    undone: undoneOnly ? '1' : null,
    number: actId === null ? null : String(actId),
  };
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

/** The period of the filters: from the beginning of a day to before the end of one. */
export const logPeriod = ({ from, to }: Pick<LogFilters, 'from' | 'to'>) => ({
  since: from === null ? null : new Date(`${from}T00:00:00Z`),
  before: to === null ? null : new Date(Date.parse(`${to}T00:00:00Z`) + dayMs),
});
