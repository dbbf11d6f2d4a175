import type { Kysely } from 'kysely';
import pg from 'pg';
import type { Database } from '#db/database.ts';
import { tables } from '#db/database.ts';
import { statementTables } from '#db/statement-tables.ts';
import { DatabaseUnavailable } from '#db/unavailable.ts';
import type { Reads } from '#platform/lists/reads.ts';
import { isRead } from '#platform/redirected-db.ts';
import { type Position, placeOf, positionAt, type ReplicaPlace, timelineOf } from './position.ts';

/** A server, as the rest of this folder uses it. */
export interface ReplicaServer {
  /** for logs: without its password */
  readonly name: string;
  readonly db: Kysely<Database>;
  readonly listReads: Reads;
  readonly pageReads: Reads;
  /** how far it has come; null if it is no replica; rejects if it does not answer */
  place(): Promise<ReplicaPlace | null>;
}

/**
 * ok; late: too far behind; lost: does not answer; primary: it is no replica, perhaps since a failover; ahead: of another history; unproven:
 * perhaps of the history that a failover has ended.
 */
export type Standing = 'ok' | 'late' | 'lost' | 'primary' | 'ahead' | 'unproven';

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
  #place: ReplicaPlace = { replayed: 0, received: 0 };
  /** on which it is known to be; null: on none */
  #timeline: number | null = null;
  /** a later timeline, and what a replica that is not on it may have at most of the former ones */
  #next: { readonly timeline: number; readonly most: number } | null = null;
  /** statements that it cannot run */
  readonly #refused = new Set<string>();
  readonly #running = new Set<(error: Error) => void>();

  constructor(server: ReplicaServer) {
    this.server = server;
  }

  /** At least up to here it has replayed the log. */
  get position(): Position {
    return positionAt(this.#timeline ?? 0, this.#place.replayed);
  }

  /** Asks where it is. Returns whether it is a replica; throws if it does not answer. */
  async ask(): Promise<boolean> {
    const place = await this.server.place();
    if (place) this.#place = place;
    return place !== null;
  }

  /** Nothing is known of failovers yet: it counts as being on the timeline of the primary server. */
  trust(primary: Position): void {
    this.#timeline = timelineOf(primary);
  }

  /**
   * Returns whether it is now known to be on the timeline of the primary server. After a failover, a replica may have more of the former timeline than
   * the new primary server had: places are no evidence until it has replayed more than it can have of that.
   */
  prove(primary: Position): boolean {
    const timeline = timelineOf(primary);
    if (this.#timeline !== null && timeline <= this.#timeline) return true;
    if (this.#next?.timeline !== timeline)
      this.#next = { timeline, most: Math.max(this.#place.received, placeOf(primary)) };
    if (this.#place.replayed <= this.#next.most) return false;
    this.#timeline = timeline;
    return true;
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
