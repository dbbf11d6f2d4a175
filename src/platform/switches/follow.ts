import type { Logger } from 'pino';
import { listenTo } from '#platform/postgres/listen.ts';
import { reloadSoon, type Switches } from './switches.ts';

interface Followed {
  readonly url: string;
  readonly log: Logger;
  /** limits the delay if a notification is lost */
  readonly everyMs?: number;
}

/**
 * Keeps the switches of this process up to date with the writes of all others: at each notification of the database, after each
 * reconnect, and from time to time. Returns a function that stops it.
 */
export function followSwitches(
  switches: Switches,
  { url, log, everyMs = 30_000 }: Followed,
): () => Promise<void> {
  const read = () => reloadSoon(switches, log);
  const timer = setInterval(read, everyMs);
  timer.unref();
  const unlisten = listenTo({ url, channel: 'edition_setting', log }, read);
  return async () => {
    clearInterval(timer);
    await unlisten();
  };
}
