import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Database } from './database.ts';
import { namingClient } from './naming-client.ts';
import { PatientPool } from './patient-pool.ts';
import { parserOf } from './pg-types.ts';
import { siteGuard } from './site-guard.ts';

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
    options: '-c timezone=UTC -c jit=off',
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
  const pool = openPool(url, options, { types: { getTypeParser: parserOf }, Client: namingClient() });
  const { NODE_ENV } = process.env;
  const guarded = options.guard ?? NODE_ENV !== 'production';
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins: guarded ? [siteGuard()] : [],
  });
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
