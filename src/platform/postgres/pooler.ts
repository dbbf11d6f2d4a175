import { randomBytes } from 'node:crypto';
import pg from 'pg';

const settings = { application_name: 'paddock start', connectionTimeoutMillis: 5000, query_timeout: 5000 };

/** The server's process of this session; a client knows only what it was told when it connected. */
async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid !== (client as pg.Client & { processID: number }).processID; // missing in the typings
}

/** Fails if the statement was prepared in another session of the server. */
const prepared = { name: 'paddock-start', text: 'select $1::integer', values: [1] };

/** While another client has the server's session that was used last, this client's next statement gets another one. */
async function keepsStatements(client: pg.Client, other: pg.Client): Promise<boolean> {
  await client.query(prepared);
  await other.query('begin');
  await other.query('select 1');
  return client
    .query(prepared)
    .then(
      () => true,
      () => false,
    )
    .finally(() => other.query('rollback').catch(() => {}));
}

async function deliversNotifications(client: pg.Client, other: pg.Client): Promise<boolean> {
  const channel = `paddock_${randomBytes(6).toString('hex')}`;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  client.on('notification', () => resolve(true));
  await client.query(`listen ${channel}`);
  await other.query(`notify ${channel}`);
  const timer = setTimeout(resolve, 1000, false);
  return promise.finally(() => clearTimeout(timer));
}

/**
 * Why the application cannot work through what is in front of the server; null if nothing is, or if that gives each client a session of its
 * own.
 */
export async function poolerMistake(url: string): Promise<string | null> {
  const clients = [1, 2].map(() => new pg.Client({ ...settings, connectionString: url }));
  const [client, other] = clients;
  if (!client || !other) return null;
  for (const one of clients) one.on('error', () => {});
  try {
    await client.connect();
    if (!(await isPooled(client))) return null;
    const { rows } = await client.query<{ zone: string }>(`select current_setting('TimeZone') as zone`);
    if (rows[0]?.zone !== 'UTC')
      return `DATABASE_URL leads to a pooler, which does not pass on our settings. Store them with the role: alter role … set timezone = 'UTC'; alter role … set jit = off.`;
    await other.connect();
    if (!(await keepsStatements(client, other)))
      return 'DATABASE_URL leads to a pooler that loses named statements, such as PgBouncer before version 1.21 with pool_mode = transaction. Connect to the server itself, or use pool_mode = session.';
    if (!(await deliversNotifications(client, other)))
      return 'DATABASE_URL leads to a pooler that does not deliver notifications, such as PgBouncer with pool_mode = transaction: changes made by other processes would not be noticed. Connect to the server itself, or use pool_mode = session.';
    return null;
  } finally {
    await Promise.all(clients.map((one) => one.end().catch(() => {})));
  }
}
