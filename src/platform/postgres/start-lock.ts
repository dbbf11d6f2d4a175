import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { explained } from '#db/explain-failure.ts';
import { DatabaseUnavailable } from '#db/unavailable.ts';
import { Backoff } from '#platform/backoff.ts';

const refusedStates = ['28000', '28P01', '3D000'];

/** What an operator enters if the role or the database of `url` does not exist; empty for other failures. */
function creatingStatements(url: string, cause: unknown): string {
  if (!(cause instanceof pg.DatabaseError) || !refusedStates.includes(cause.code ?? '')) return '';
  const { username, pathname } = new URL(url);
  const [role, name] = [username, pathname.slice(1)].map((part) =>
    pg.escapeIdentifier(decodeURIComponent(part) || 'paddock'),
  );
  return [
    '\nIf they do not exist yet, create them as an administrator of the server:',
    `  create role ${role} login password '…';`,
    `  create database ${name} owner ${role} encoding 'UTF8' template template0;`,
  ].join('\n');
}

/** How long a start waits for its database, which may be starting too. */
const patienceMs = 60_000;

/** A database that cannot be used; the message is for the operator. */
export class StartError extends Error {}

/**
 * Runs one step of a start while no other process does so on the same database. The lock is held by a connection, so it is
 * released as soon as the process ends.
 */
export async function oneStartAtATime<T>(
  url: string,
  run: () => Promise<T>,
  waitMs = patienceMs,
): Promise<T> {
  const client = await connected(url, waitMs);
  client.on('error', () => {}); // the step itself reports that the database is gone
  try {
    await client.query(`select pg_advisory_lock(hashtextextended('paddock.start', 0))`);
    return await run();
  } finally {
    await client.end().catch(() => {});
  }
}

async function connected(url: string, waitMs: number): Promise<pg.Client> {
  const deadline = Date.now() + waitMs;
  for (const backoff = new Backoff(); ; ) {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'paddock start',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    });
    try {
      await client.connect();
      return client;
    } catch (cause) {
      await client.end().catch(() => {});
      const reason =
        cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code')) : String(cause);
      const { host, pathname } = new URL(url);
      if (!(explained(cause) instanceof DatabaseUnavailable) || Date.now() > deadline)
        throw new StartError(
          `The database ${pathname.slice(1)} at ${host} cannot be used: ${reason}.${creatingStatements(url, cause)}`,
          { cause },
        );
      if (deadline - Date.now() > waitMs - 100) console.log(`waiting for the database at ${host} …`);
      await sleep(backoff.next());
    }
  }
}
