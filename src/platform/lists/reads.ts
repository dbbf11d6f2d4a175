import type { Kysely } from 'kysely';
import type { Database } from '#db/database.ts';
import { currentClient } from '#platform/admission/admitted.ts';
import type { ClientKey } from '#platform/admission/clients.ts';
import { FairQueue } from '#platform/admission/fair-queue.ts';
import { Problem } from '#platform/http/problem.ts';

/**
 * The database cancels a list's statement that runs longer. Every list takes a hundredth of this on an idle machine, so only one that is
 * too expensive itself reaches it, however many others run at the same time.
 */
export const listTimeoutMs = 5000;
const retryAfterSeconds = 5;

export const takesTooLong = () =>
  new Problem(
    503,
    'This search takes too long at the moment. Try again in a few seconds, or ask for less at once.',
    { retryAfterSeconds },
  );

/** Where statements that only read are sent. */
export interface Reads {
  /** `text`: the statement that `work` sends */
  run<T>(work: (db: Kysely<Database>) => Promise<T>, text: string): Promise<T>;
}

export interface ListReadsOptions {
  /** connections reserved for lists, with `listTimeoutMs` set on them */
  readonly db: Kysely<Database>;
  /** how many there are */
  readonly connections: number;
}

/**
 * How lists use the database: on separate connections, so that pages never wait for them. Clients share these as they share the
 * process: a statement waits for the turn of its client, and nothing is refused. Half of the connections stay free of each
 * client, so that nobody waits for all the expensive statements of another.
 */
export class ListReads implements Reads {
  readonly db: Kysely<Database>;
  readonly #queue: FairQueue<ClientKey>;

  constructor({ db, connections }: ListReadsOptions) {
    this.db = db;
    const placesEach = Math.max(1, Math.floor(connections / 2));
    this.#queue = new FairQueue({ places: connections, placesEach, now: () => performance.now() });
  }

  async run<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    const leave = await this.#queue.enter(currentClient());
    try {
      return await this.db.connection().execute(work);
    } finally {
      leave();
    }
  }
}
