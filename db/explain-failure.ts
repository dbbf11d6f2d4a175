import pg from 'pg';
import { DatabaseUnavailable, type UnavailableReason } from './unavailable.ts';

/** SQLSTATEs, by prefix, of failures that the query did not cause. */
const reasonsByState: readonly [prefix: string, reason: UnavailableReason][] = [
  ['08', 'unreachable'], // connection exception
  ['25006', 'unreachable'], // read-only: a standby took over
  ['25P03', 'unreachable'], // the session was ended while idle in a transaction
  ['40001', 'slow'], // serialisation failure
  ['40P01', 'slow'], // deadlock
  ['53100', 'full'],
  ['53', 'unreachable'], // out of memory, too many connections
  ['55P03', 'slow'], // a lock was not available in time
  ['57014', 'slow'], // cancelled by statement_timeout
  ['57P', 'unreachable'], // shutting down, crashed, or starting up
  ['58', 'unreachable'], // its files cannot be read or written
];

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** pg's own connection errors have no code. */
const aboutConnections =
  /^(Connection terminated|timeout expired|Client (was closed|has encountered a connection error))/;

/** pg's error for a statement without a timely response (`query_timeout`). */
const isReadTimeout = (error: Error): boolean => error.message === 'Query read timeout';

/** Whether the connection must not be reused: its response may still arrive, or the server has ended the session. */
export const endsConnection = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? error.severity === 'FATAL' || error.severity === 'PANIC'
    : error instanceof Error && isReadTimeout(error);

/** Whether PostgreSQL ended the transaction because of a deadlock: nothing of it is stored, so it can run again. */
export const isDeadlock = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable &&
  error.cause instanceof pg.DatabaseError &&
  error.cause.code === '40P01';

/** Whether PostgreSQL refused a text because of a null character, which it cannot store. */
export const hasNullCharacter = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '22021';

/** Converts database failures to DatabaseUnavailable; returns every other error unchanged. */
export function explained(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error;
  const reason = reasonOf(error);
  return reason ? new DatabaseUnavailable(reason, error.message, { cause: error }) : error;
}

function reasonOf(error: Error & { code?: unknown }): UnavailableReason | undefined {
  const code = typeof error.code === 'string' ? error.code : '';
  if (error instanceof pg.DatabaseError) {
    return reasonsByState.find(([prefix]) => code.startsWith(prefix))?.[1];
  }
  if (isReadTimeout(error)) return 'slow';
  return networkCodes.has(code) || aboutConnections.test(error.message) ? 'unreachable' : undefined;
}
