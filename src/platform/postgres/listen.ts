import pg from 'pg';
import type { Logger } from 'pino';
import { Backoff } from '#platform/backoff.ts';

interface Listening {
  readonly url: string;
  readonly channel: string;
  readonly log: Logger;
  /** how often the connection is checked: a silently lost connection looks like a quiet one */
  readonly heartbeatMs?: number;
  /** called when the connection is lost: from then until the next `wake`, notifications are missed */
  readonly onLost?: () => void;
}

const connectWithinMs = 5000;
const answerWithinMs = 5000;

/**
 * Listens to a channel on a dedicated connection and reconnects with growing pauses. `wake` is called for each notification
 * and after each connect, because notifications sent in between are lost. Returns a function that stops it.
 */
export function listenTo(
  { url, channel, log, heartbeatMs = 15_000, onLost }: Listening,
  wake: () => void,
): () => Promise<void> {
  let client: pg.Client | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const backoff = new Backoff();

  /** Ends this connection, if it is still the current one, and schedules the next. */
  const lose = (lost: pg.Client, error: unknown) => {
    if (client !== lost) return;
    client = null;
    void lost.end().catch(() => {});
    if (stopped) return;
    onLost?.();
    const pauseMs = backoff.next();
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason, channel, pauseMs }, 'the connection that listens to the database was lost');
    plan(connect, pauseMs);
  };
  const plan = (run: () => Promise<void>, inMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), inMs);
    timer.unref();
  };
  const connect = async () => {
    const made = new pg.Client({
      connectionString: url,
      application_name: `paddock listens to ${channel}`,
      connectionTimeoutMillis: connectWithinMs,
      query_timeout: answerWithinMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    client = made;
    made.on('notification', wake);
    // a stopping server causes two errors: its last message, and the end of the connection
    made.on('error', (err) => lose(made, err));
    made.on('end', () => lose(made, new Error('The connection was closed.')));
    const heartbeat = async () => {
      try {
        await made.query('select 1');
        if (client === made) plan(heartbeat, heartbeatMs);
      } catch (err) {
        lose(made, err);
      }
    };
    try {
      await made.connect();
      await made.query(`listen ${pg.escapeIdentifier(channel)}`);
      if (client !== made) return;
      backoff.reset();
      plan(heartbeat, heartbeatMs);
      wake();
    } catch (err) {
      lose(made, err);
    }
  };
  void connect();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    const last = client;
    client = null;
    await last?.end().catch(() => {});
  };
}
