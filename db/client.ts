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
  /** most connections at once */
  max?: number;
  /** a statement running longer is cancelled by the server, or given up by us if that does not answer; 0: no limit */
  statementTimeoutMs?: number;
  /** how long to wait for a connection, whether new or in use by others */
  connectTimeoutMs?: number;
  /** shown in pg_stat_activity */
  applicationName?: string;
  /** told of a connection lost while idle; the pool opens another one by itself */
  onIdleError?: (error: Error) => void;
  /** refuse queries that name no site (db/site-guard.ts); off in production */
  guard?: boolean;
}

/** Requests of people: a page that took longer would not be waited for. */
const requestTimeoutMs = 10_000;
/** Jobs that recalculate or sweep whole tables. */
export const jobTimeoutMs = 240_000;
const connectTimeoutMs = 5000;
/** How much longer than the server we wait for a statement: it normally cancels first and keeps the connection. */
const graceMs = 2000;

/** A pool without Kysely: statements are not named, and values arrive as pg parses them. */
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
    // once the pool is closing, a connection that ends is no loss
    if (!pool.ending) options.onIdleError?.(error);
  });
  // The pool listens to idle connections only; one lost between two statements of a transaction fails the next one.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** One pool and the Kysely on top of it. Sessions speak UTC, and JIT is off: no query here is long enough to gain by it. */
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
      // Kysely ends only a pool it has used
      if (!pool.ended) await pool.end();
    },
  };
}
