import { addressFor } from '#platform/machine-lock.ts';

/** Where the keeper of a data folder listens. Only one process can, so there is one keeper. */
export const keeperAddress = (dataDir: string): string => addressFor('postgres', dataDir);

/** The first message of the keeper to each client, one line of JSON. */
export type KeeperMessage = { port: number } | { failed: string };

/** Sent by a client that disconnects on purpose. */
export const leaving = 'leave\n';

/** The task of a keeper, passed as its only argument. */
export interface KeeperTask {
  readonly dataDir: string;
  /** false: no fsync, for data that may be lost */
  readonly durable: boolean;
  /** the application's role may create databases and load rows without checks: for tests and benchmarks */
  readonly forTools: boolean;
  /** remove the whole folder at the end */
  readonly throwAway: boolean;
}
