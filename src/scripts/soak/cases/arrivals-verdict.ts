import { table, timesOf } from '../../bench/times.ts';
import type { Visited } from './stage.ts';

/** The longest time that a page may take right after a start. */
export const mostMs = 8000;

/** The aims that the visitors' requests missed, as sentences. */
export function missedArrivals(visited: readonly Visited[]): string[] {
  if (visited.length === 0) return ['nobody arrived'];
  const refused = visited.filter(({ ok }) => !ok).length;
  const late = visited.filter(({ ok, ms }) => ok && ms > mostMs).length;
  return [
    ...(refused > 0 ? [`${refused} of ${visited.length} requests were refused`] : []),
    ...(late > 0 ? [`${late} of ${visited.length} pages took longer than ${mostMs} ms`] : []),
  ];
}

/** A line for each kind of request, with its statuses and the times of those that were not refused. */
export function arrivalsTable(visited: readonly Visited[]): string {
  const kinds = Map.groupBy(visited, ({ kind }) => kind);
  return table([
    ['request', 'sent', 'refused', 'p50', 'p99', 'most', 'statuses'],
    ...[...kinds].map(([kind, all]) => {
      const fine = all.filter(({ ok }) => ok);
      const { median, p99, worst } = timesOf(fine.map(({ ms }) => ms));
      const statuses = Map.groupBy(all, ({ status }) => status ?? 'none');
      const counts = [...statuses].map(([status, same]) => `${same.length} × ${status}`).join(' ');
      return [kind, all.length, all.length - fine.length, median, p99, worst, counts].map(String);
    }),
  ]);
}
