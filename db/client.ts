import type { Kysely } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';
import { namingClient } from './naming-client.ts';
import { pipeliningKysely } from './pipelining.ts';
import { siteGuard } from './site-guard.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** Requests that may wait for a connection, per connection of the pool; the next one is refused immediately. */
export const waitingPerConnection = 50;

/**
 * A pool with limited waiting: at most `connectionTimeoutMillis` for a connection, and at most 50 waiting requests for each
 * connection it may open. Failing to get a connection is a DatabaseUnavailable.
 */
class PatientPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super(config);
    const { connect } = pg.Pool.prototype;
    const maxWaiting = waitingPerConnection * (config.max ?? 10);
    const bounded = (callback?: Parameters<typeof connect>[0]) => {
      if (callback) return Reflect.apply(connect, this, [callback]);
      if (this.waitingCount >= maxWaiting) {
        return Promise.reject(
          new DatabaseUnavailable('slow', `${maxWaiting} requests are waiting for a connection already`),
        );
      }
      const connecting: Promise<pg.PoolClient> = Reflect.apply(connect, this, []);
      return connecting.catch((error: Error) => {
        throw new DatabaseUnavailable('unreachable', error.message, { cause: error });
      });
    };
    Object.defineProperty(this, 'connect', { value: bounded });
  }
}

const oid = {
  int8: 20,
  date: 1082,
  timestamp: 1114,
  numeric: 1700,
  int8Array: 1016,
  dateArray: 1182,
  numericArray: 1231,
};

type TextParser = (text: string) => unknown;

/** A number, or an error if a double could not represent it exactly. */
function exactNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && !Number.isSafeInteger(number))
    throw new RangeError(`The database sent ${text}, which JavaScript cannot hold exactly.`);
  return number;
}

const textArrayOid: number = 1009; // pg's list of names does not include arrays
const textArray: (text: string) => (string | null)[] = pg.types.getTypeParser(textArrayOid);
const arrayOf = (parse: TextParser) => (text: string) =>
  textArray(text).map((item) => (item === null ? null : parse(item)));
const asWritten: TextParser = (text) => text;

const ours = new Map<number, TextParser>([
  [oid.int8, exactNumber],
  [oid.numeric, exactNumber],
  [oid.date, asWritten], // a day has no time zone: 'YYYY-MM-DD' stays text
  [oid.timestamp, (text) => new Date(`${text.replace(' ', 'T')}Z`)], // pg would read it in the local time zone
  [oid.int8Array, arrayOf(exactNumber)],
  [oid.numericArray, arrayOf(exactNumber)],
  [oid.dateArray, arrayOf(asWritten)],
]);

/** The parser of a type. Passed to each pool, so that other users of pg keep their own. */
export const parserOf: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  (format === 'binary' ? undefined : ours.get(type)) ?? pg.types.getTypeParser(type, format as 'text'); // the typings have two overloads, not their union

export interface OpenDb {
  readonly db: Kysely<Database>;
  readonly pool: pg.Pool;
  /** Waits for running queries, then ends every connection. */
  close(): Promise<void>;
}

export interface OpenDbOptions {
  /** maximum number of connections */
  max?: number;
  /** a statement running longer is cancelled by the server, or abandoned by us if the server does not respond; 0: no limit */
  statementTimeoutMs?: number;
  /** how long to wait for a connection, new or reused */
  connectTimeoutMs?: number;
  /** shown in pg_stat_activity */
  applicationName?: string;
  /** called for a connection lost while idle; the pool opens another one */
  onIdleError?: (error: Error) => void;
  /** named statements keep the plan that suits any values: for those that find rows by keys */
  reusesPlans?: boolean;
  /** called with the time that a statement took */
  onStatement?: (ms: number) => void;
  /** refuse queries without a site (db/site-guard.ts); off in production */
  guard?: boolean;
}

/** For requests: no user would wait longer for a page. */
export const requestTimeoutMs = 10_000;
/** For jobs that recalculate or sweep whole tables. */
export const jobTimeoutMs = 240_000;
/** How long requests wait for a connection. */
export const connectTimeoutMs = 5000;
/** How much longer than the server we wait for a statement: normally it cancels first and the connection survives. */
const graceMs = 2000;

/** A pool without Kysely: statements are not named, and values are parsed by pg. */
export function openPool(url: string, options: OpenDbOptions = {}, more: pg.PoolConfig = {}): pg.Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? requestTimeoutMs;
  const pool = new PatientPool({
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.applicationName ?? 'paddock',
    statement_timeout: statementTimeoutMs,
    ...(statementTimeoutMs > 0 ? { query_timeout: statementTimeoutMs + graceMs } : {}),
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: options.connectTimeoutMs ?? connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: `-c timezone=UTC -c jit=off${options.reusesPlans ? ' -c plan_cache_mode=force_generic_plan' : ''}`,
    ...more,
  });
  // Without a listener, a server that restarts would end this process.
  pool.on('error', (error) => {
    // a connection that ends while the pool is closing is no loss
    if (!pool.ending) options.onIdleError?.(error);
  });
  // The pool listens to idle connections only; one lost between two statements of a transaction fails the next statement.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** A pool with Kysely on top. Sessions use UTC, and JIT is off, because no query here is long enough to gain from it. */
export function openDb(url: string, options: OpenDbOptions = {}): OpenDb {
  const pool = openPool(url, options, {
    types: { getTypeParser: parserOf },
    Client: namingClient(options.onStatement),
    pipeline: true,
  });
  const { NODE_ENV } = process.env;
  const guarded = options.guard ?? NODE_ENV !== 'production';
  const db = pipeliningKysely<Database>(pool, guarded ? [siteGuard()] : []);
  return {
    db,
    pool,
    async close() {
      await db.destroy();
      // Kysely ends a pool only if it was used
      if (!pool.ended) await pool.end();
    },
  };
}
