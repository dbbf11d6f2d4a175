import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Where the keeper of a data folder listens. Holding the address is the lock: the kernel lets one process hold it and
 * frees it when that process dies, however it dies (Linux: abstract socket, Windows: named pipe). Elsewhere it is a
 * socket file, which the next keeper removes when nobody answers.
 */
export function keeperAddress(dataDir: string): string {
  const name = `paddock-postgres-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${name}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return join(tmpdir(), `${name}.sock`);
}

/** What the keeper tells those who wait, as one line of JSON. */
export type KeeperWord = { port: number } | { failed: string };

/** What a client says when it leaves on purpose. */
export const leaving = 'leave\n';

/** How a keeper is started; travels as its only argument. */
export interface KeeperTask {
  readonly dataDir: string;
  /** false: no fsync, for data nobody will miss */
  readonly durable: boolean;
  /** remove the whole folder at the end */
  readonly throwAway: boolean;
}
