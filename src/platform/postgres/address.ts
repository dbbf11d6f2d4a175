import { addressFor } from '#platform/machine-lock.ts';

/** Where the keeper of a data folder listens: one process can, so there is one keeper. */
export const keeperAddress = (dataDir: string): string => addressFor('postgres', dataDir);

/** What the keeper sends to each client, as one line of JSON. */
export type KeeperWord = { port: number } | { failed: string };

/** What a client says when it leaves on purpose. */
export const leaving = 'leave\n';

/** How a keeper is started; travels as its only argument. */
export interface KeeperTask {
  readonly dataDir: string;
  /** false: no fsync, for data that may be lost */
  readonly durable: boolean;
  /** the application's role may create databases and load rows without checks: for tests and benchmarks */
  readonly forTools: boolean;
  /** remove the whole folder at the end */
  readonly throwAway: boolean;
}
