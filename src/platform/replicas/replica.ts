import type { Kysely } from 'kysely';
import pg from 'pg';
import type { Database } from '#db/database.ts';
import { tables } from '#db/database.ts';
import { statementTables } from '#db/statement-tables.ts';
import { DatabaseUnavailable } from '#db/unavailable.ts';
import type { Reads } from '#platform/lists/reads.ts';
import { isRead } from '#platform/redirected-db.ts';
import type { Position } from './position.ts';

/** A server, as the rest of this folder uses it. */
export interface ReplicaServer {
  /** for logs: without its password */
  readonly name: string;
  readonly db: Kysely<Database>;
  readonly listReads: Reads;
  readonly pageReads: Reads;
  /** up to where it has replayed the log; null if it is no replica; rejects if it does not answer */
  position(): Promise<Position | null>;
}

/** ok; late: too far behind; lost: does not answer; primary: it is no replica, perhaps since a failover; ahead: of another history. */
export type Standing = 'ok' | 'late' | 'lost' | 'primary' | 'ahead';

/** SQLSTATEs of what a replica cannot do, such as calling a function that writes. */
const notOnReplicas = new Set(['25006', '0A000', '55000']);
/** It had to replay something that the statement excluded. */
const conflict = '40001';
const maxRefused = 500;

const stateOf = (error: unknown): string | undefined => {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error;
  return cause instanceof pg.DatabaseError ? cause.code : undefined;
};

/** Sessions, links in mails and what only some members see is always read from the primary server: what ended there has ended. */
const readsSecrets = (text: string): boolean =>
  statementTables(text).reads.some((table) => tables[table].onPages === 'never');

/** One replica, and whether it can be used. */
export class Replica {
  readonly server: ReplicaServer;
  standing: Standing = 'lost';
  /** at least up to here it has replayed the log */
  position: Position = 0;
  /** statements that it cannot run */
  readonly #refused = new Set<string>();
  readonly #running = new Set<(error: Error) => void>();

  constructor(server: ReplicaServer) {
    this.server = server;
  }

  /** Asks where it is. Returns null if it is no replica; throws if it does not answer. */
  async ask(): Promise<Position | null> {
    const position = await this.server.position();
    if (position !== null) this.position = position;
    return position;
  }

  /** It does not answer: statements that run on it are sent again elsewhere. */
  lose(): void {
    this.standing = 'lost';
    const lost = new DatabaseUnavailable('unreachable', `the replica ${this.server.name} does not answer`);
    for (const give of this.#running) give(lost);
  }

  /** Whether this statement may be sent to it. */
  takes(text: string): boolean {
    return this.standing === 'ok' && isRead(text) && !this.#refused.has(text) && !readsSecrets(text);
  }

  /** The result from here, or from `primary` if this replica cannot return one. */
  async read<T>(text: string, here: () => Promise<T>, primary: () => Promise<T>): Promise<T> {
    try {
      return await this.#untilLost(here);
    } catch (error) {
      if (!this.#isOwnFault(error, text)) throw error;
      return primary();
    }
  }

  #isOwnFault(error: unknown, text: string): boolean {
    const state = stateOf(error) ?? '';
    if (notOnReplicas.has(state)) {
      if (this.#refused.size < maxRefused) this.#refused.add(text);
      return true;
    }
    if (state === conflict) return true;
    if (!(error instanceof DatabaseUnavailable && error.reason === 'unreachable')) return false;
    if (this.standing !== 'lost') this.lose();
    return true;
  }

  async #untilLost<T>(work: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#running.add(reject);
    try {
      work().then(resolve, reject);
      return await promise;
    } finally {
      this.#running.delete(reject);
    }
  }
}
