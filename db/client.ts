import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';
import { namingClient } from './naming-client.ts';
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
  /** a statement running longer is cancelled by the server; 0 turns the limit off */
  statementTimeoutMs?: number;
  /** shown in pg_stat_activity */
  applicationName?: string;
  /** told of a connection lost while idle; the pool opens another one by itself */
  onIdleError?: (error: Error) => void;
  /** refuse queries that name no site (db/site-guard.ts); off in production */
  guard?: boolean;
}

/** One pool and the Kysely on top of it. Sessions speak UTC, and JIT is off: no query here is long enough to gain by it. */
export function openDb(url: string, options: OpenDbOptions = {}): OpenDb {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.applicationName ?? 'paddock',
    statement_timeout: options.statementTimeoutMs ?? 30_000,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 10_000,
    options: '-c timezone=UTC -c jit=off',
    types: { getTypeParser: parserOf },
    Client: namingClient(),
  });
  // Without a listener, a server that restarts would end this process.
  pool.on('error', options.onIdleError ?? (() => {}));
  // The pool listens to idle connections only; one lost between two statements of a transaction is told by the next.
  pool.on('connect', (client) => client.on('error', () => {}));
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
