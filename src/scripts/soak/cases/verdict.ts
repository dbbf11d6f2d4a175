import { table, timesOf } from '../../bench/times.ts';
import type { AttackReport, Visited, VisitorReport } from './stage.ts';

/** The ordinary visitor's p99 next to a hostile client: at most this multiple of a quiet run's, or this time if that is longer. */
export const aims = { timesQuiet: 2, p99Ms: 200, logBytesPerMinute: 2 * 2 ** 20 } as const;

/** What the ordinary visitor got. */
export interface VisitorFigures {
  readonly visits: number;
  readonly refused: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly mostMs: number;
  /** null: not signed in */
  readonly signInMs: number | null;
}

/** One case, measured. */
export interface CaseResult {
  readonly name: string;
  /** without a hostile client */
  readonly quiet: VisitorReport;
  readonly visitor: VisitorReport;
  readonly attack: AttackReport;
  readonly seconds: number;
  readonly logBytes: number;
  /** whether the visitor's times count */
  readonly isTimed: boolean;
}

/** Requests whose times say how fast pages are: signing in takes as long as hashing a password takes. */
const isPage = (kind: string) => kind !== 'sign in' && kind !== 'viewer';

export function figuresOf(visited: readonly Visited[]): VisitorFigures {
  const times = timesOf(visited.filter(({ kind }) => isPage(kind)).map(({ ms }) => ms));
  return {
    visits: visited.length,
    refused: visited.filter(({ ok }) => !ok).length,
    p50Ms: times.median,
    p99Ms: times.p99,
    mostMs: times.worst,
    signInMs: visited.find(({ kind }) => kind === 'sign in')?.ms ?? null,
  };
}

/** The highest p99 that a case may have. */
export const p99Aim = (quietP99Ms: number): number => Math.max(aims.timesQuiet * quietP99Ms, aims.p99Ms);

const perMinute = ({ logBytes, seconds }: Pick<CaseResult, 'logBytes' | 'seconds'>) =>
  (logBytes * 60) / seconds;

/** The aims that a case missed, as sentences; empty if it reached all. */
export function missedAims(result: CaseResult): string[] {
  const { visits, refused, p99Ms } = figuresOf(result.visitor.visited);
  const missed = [...result.attack.missed];
  if (visits === 0) missed.push('the ordinary visitor sent no request');
  if (refused > 0) {
    const statuses = countsOf(result.visitor.visited.filter(({ ok }) => !ok));
    missed.push(`${refused} of ${visits} requests of the ordinary visitor were refused (${statuses})`);
  }
  const most = p99Aim(figuresOf(result.quiet.visited).p99Ms);
  if (result.isTimed && p99Ms > most)
    missed.push(`p99 of the ordinary visitor: ${p99Ms} ms, at most ${most} ms`);
  const bytes = perMinute(result);
  if (bytes > aims.logBytesPerMinute)
    missed.push(`${megabytes(bytes)} of log a minute, at most ${megabytes(aims.logBytesPerMinute)}`);
  return missed;
}

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;

/** What was refused, as `3 × 503 of home`. */
function countsOf(refused: readonly Visited[]): string {
  const kinds = Map.groupBy(refused, ({ kind, status }) => `${status ?? 'no response'} for ${kind}`);
  return [...kinds].map(([kind, all]) => `${all.length} × ${kind}`).join(', ');
}

const heads = [
  'case',
  'visits',
  'refused',
  'p50',
  'p99',
  'most',
  'quiet p99',
  'aim',
  'sign-in',
  'own stop',
  'log/min',
];

/** A table with a line for each case. Times are in milliseconds. */
export function casesTable(results: readonly CaseResult[]): string {
  return table([
    [...heads, 'responses to the hostile client', ''],
    ...results.map((result) => {
      const { visits, refused, p50Ms, p99Ms, mostMs, signInMs } = figuresOf(result.visitor.visited);
      const quietMs = figuresOf(result.quiet.visited).p99Ms;
      const aim = result.isTimed ? p99Aim(quietMs) : '-';
      const figures = [visits, refused, p50Ms, p99Ms, mostMs, quietMs, aim, signInMs ?? '-'];
      const responses = Object.entries(result.attack.statuses).map(
        ([status, count]) => `${count} × ${status}`,
      );
      return [
        result.name,
        ...figures.map(String),
        result.visitor.ownStopMs.toFixed(0),
        megabytes(perMinute(result)),
        responses.join(' '),
        missedAims(result).length === 0 ? 'ok' : 'MISSED',
      ];
    }),
  ]);
}
