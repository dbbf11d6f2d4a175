import pg from 'pg';
import type { Logger } from 'pino';

const firstPauseMs = 200;
const longestPauseMs = 10_000;

/**
 * Listens to a channel on a connection of its own. `wake` is called for every notice, and after each time the
 * connection was made, since what was told meanwhile is lost. Returns what ends it.
 */
export function listenTo(
  { url, channel, log }: { url: string; channel: string; log: Logger },
  wake: () => void,
): () => Promise<void> {
  let client: pg.Client | null = null;
  let stopped = false;
  let pauseMs = firstPauseMs;
  let timer: NodeJS.Timeout | undefined;

  const again = () => {
    if (stopped) return;
    timer = setTimeout(() => void connect(), pauseMs);
    timer.unref();
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  };
  const connect = async () => {
    const made = new pg.Client({ connectionString: url, application_name: `paddock listens to ${channel}` });
    client = made;
    made.on('notification', wake);
    made.once('error', (err) => log.warn({ err }, 'the connection that listens was lost'));
    made.once('end', again);
    try {
      await made.connect();
      await made.query(`listen ${pg.escapeIdentifier(channel)}`);
      pauseMs = firstPauseMs;
      wake();
    } catch (err) {
      log.warn({ err }, 'listening to the database failed');
      await made.end().catch(() => {});
    }
  };
  void connect();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await client?.end().catch(() => {});
  };
}
