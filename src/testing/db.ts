import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type OpenDb, type OpenDbOptions, openDb } from '#db/client.ts';
import { migrateUp } from '#db/migrate.ts';
import { startEmbedded } from '#platform/postgres/embedded.ts';
import { allSites } from '#sites/all.ts';

export interface TestServer {
  /** a server whose template database is migrated */
  readonly url: string;
  stop(): Promise<void>;
}

export interface TestDb extends OpenDb {
  readonly url: string;
  /** Closes the connections and drops the database. */
  drop(): Promise<void>;
}

/** PostgreSQL's code for a database with other connections. */
const OBJECT_IN_USE = '55006';

/** Several runs may share TEST_DATABASE_URL: each has its own template. */
const templateOf = (url: string) => `${new URL(url).searchParams.get('template') ?? ''}`;

const withDatabase = (url: string, name: string) => {
  const other = new URL(url);
  other.pathname = `/${name}`;
  other.searchParams.delete('template');
  return other.href;
};

async function asOwner(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(url, new URL(url).pathname.slice(1)) });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Drops a database whose clients have left or are leaving. The plain statement comes first: it ends an autovacuum worker in that
 * database and waits five seconds for others, whereas `with (force)` fails on such a worker, because only a superuser may end
 * it and the role of the tests is not one.
 */
async function dropDatabase(url: string, name: string): Promise<void> {
  try {
    await asOwner(url, `drop database if exists ${name}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === OBJECT_IN_USE)) throw error;
    await asOwner(url, `drop database if exists ${name} with (force)`);
  }
}

/**
 * A server for tests: a temporary embedded one, or TEST_DATABASE_URL. Its template has the schema for all editions, or for
 * `sites`. Stopping it removes everything it created.
 */
export async function startTestServer(sites?: readonly { code: string }[]): Promise<TestServer> {
  const { TEST_DATABASE_URL } = process.env;
  const server = TEST_DATABASE_URL
    ? { url: TEST_DATABASE_URL, stop: async () => {} }
    : await startEmbedded({
        dataDir: await mkdtemp(join(tmpdir(), 'paddock-test-pg-')),
        durable: false,
        throwAway: true,
        forTools: true,
      });
  const template = `paddock_template_${randomBytes(5).toString('hex')}`;
  await asOwner(server.url, `create database ${template}`);
  const { db, close } = openDb(withDatabase(server.url, template), { max: 1 });
  try {
    await migrateUp(db, sites ?? (await allSites()));
  } finally {
    await close(); // a database with connections cannot be copied
  }
  const url = new URL(server.url);
  url.searchParams.set('template', template);
  return {
    url: url.href,
    async stop() {
      await dropDatabase(url.href, template);
      await server.stop();
    },
  };
}

/** A new database on a test server: a copy of its template, ready immediately. `empty` has no schema at all. */
export async function cloneDb(
  serverUrl: string,
  options: OpenDbOptions & { empty?: boolean } = {},
): Promise<TestDb> {
  const { empty = false, ...open } = options;
  const name = `paddock_test_${randomBytes(6).toString('hex')}`;
  const source = empty ? 'template0' : templateOf(serverUrl);
  // file_copy copies the files; the default writes every page to the log
  await asOwner(serverUrl, `create database ${name} template ${source} strategy file_copy`);
  const url = withDatabase(serverUrl, name);
  const opened = openDb(url, { max: 5, guard: true, ...open });
  return {
    ...opened,
    url,
    async drop() {
      await opened.close();
      await dropDatabase(serverUrl, name);
    },
  };
}

/**
 * A database for this test file, dropped after its last test. Call it at the top of a .dbtest.ts:
 * `const { db } = await testDb();`
 */
export async function testDb(options?: OpenDbOptions & { empty?: boolean }): Promise<TestDb> {
  const { afterAll, inject } = await import('vitest');
  const opened = await cloneDb(inject('testServerUrl'), options);
  afterAll(() => opened.drop());
  return opened;
}
