import type { Kysely } from 'kysely';
import type { Database } from '#db/database.ts';

/** An open transaction that a job is added in. */
export interface Within {
  readonly db: Kysely<Database>;
  onCommit(effect: () => Promise<void>): void;
  /** the request or job that it belongs to */
  readonly requestId?: string;
}

/** Work after the response, at least once, by any process of the installation. */
export interface JobQueue {
  /**
   * Adds a job. `within` a transaction it exists if and only if that commits; the queue of a transaction's context (see
   * inTransaction) fills this in. Throws for an unknown job and for a payload that it does not accept.
   */
  add(name: string, payload: object, within?: Within): Promise<void>;
}

/** The queue as seen inside a transaction: jobs are committed with its rows. Added by an effect after the commit, they are on their own. */
export function queueWithin(jobs: JobQueue, within: Within): JobQueue {
  let isOpen = true;
  within.onCommit(async () => {
    isOpen = false;
  });
  return { add: (name, payload) => jobs.add(name, payload, isOpen ? within : undefined) };
}
