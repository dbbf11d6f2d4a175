import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type OpenDb, type OpenDbOptions, openDb } from '#db/client.ts';
import { migrateUp } from '#db/migrate.ts';
import { startEmbedded } from '#platform/postgres/embedded.ts';
import { allSites, siteByCode } from '#sites/all.ts';

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

/**
 * The editions of a usual test database. Each edition has a partition of every table: copying a database with four editions, and
 * planning in it, costs twice as much as with two.
 */
const usualEditions = ['tmnf', 'tmo'] as const;

/** The name of the template for all editions. */
const ALL_EDITIONS = 'all_editions';

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

async function withOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: withDatabase(url, new URL(url).pathname.slice(1)) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Connections that create and drop databases, by server. They stay open: connecting costs as much as some tests. */
const owners = new Map<string, pg.Pool>();

function ownerOf(url: string): pg.Pool {
  const connectionString = withDatabase(url, new URL(url).pathname.slice(1));
  const pool = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  pool.on('error', () => {}); // its server has stopped
  owners.set(url, pool);
  return pool;
}

const asOwner = (url: string, statement: string) => (owners.get(url) ?? ownerOf(url)).query(statement);

/** The template itself, or its copy with this content. */
const filledName = (url: string, content = '') => [templateOf(url), content].filter(Boolean).join('_');

const copiesOf = (url: string): Promise<string[]> =>
  withOwner(url, async (client) => {
    const like = 'select datname as name from pg_database where starts_with(datname, $1)';
    return (await client.query<{ name: string }>(like, [`${templateOf(url)}_`])).rows.map(({ name }) => name);
  });

/**
 * Makes a copy of the template with more in it, once per run, however many test files use it: `fill` gets the database to fill.
 * Others that need it meanwhile wait.
 */
export async function filledTemplate(
  url: string,
  content: string,
  fill: (opened: OpenDb) => Promise<void>,
): Promise<void> {
  const name = filledName(url, content);
  await withOwner(url, async (client) => {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
    if ((await copiesOf(url)).includes(name)) return;
    const draft = `${name}_draft`;
    await dropDatabase(url, draft); // of a test file that failed
    await client.query(`create database ${draft} template ${templateOf(url)} strategy file_copy`);
    const opened = openDb(withDatabase(url, draft), { max: 5, statementTimeoutMs: 0 });
    await fill(opened).finally(opened.close);
    await client.query(`alter database ${draft} rename to ${name}`);
  });
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
 * A server for tests: a temporary embedded one, or TEST_DATABASE_URL. Its template has the schema for `usualEditions`. Stopping it
 * removes everything it created.
 */
export async function startTestServer(): Promise<TestServer> {
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
  const { db, close } = openDb(withDatabase(server.url, template), { max: 1, statementTimeoutMs: 0 });
  try {
    const sites = await allSites();
    await migrateUp(
      db,
      usualEditions.map((code) => siteByCode(sites, code)),
    );
  } finally {
    await close(); // a database with connections cannot be copied
  }
  const url = new URL(server.url);
  url.searchParams.set('template', template);
  return {
    url: url.href,
    async stop() {
      for (const name of await copiesOf(url.href)) await dropDatabase(url.href, name);
      await dropDatabase(url.href, template);
      await server.stop();
    },
  };
}

export interface CloneOptions extends OpenDbOptions {
  /** without any schema */
  readonly empty?: boolean;
  /** a copy of the template that `filledTemplate` made, instead of the empty one */
  readonly filled?: string;
  /** tables for every edition, for tests of what crosses editions or differs between them */
  readonly editions?: 'all';
}

/** A new database on a test server: a copy of its template, ready immediately. */
export async function cloneDb(serverUrl: string, options: CloneOptions = {}): Promise<TestDb> {
  const { empty = false, editions, filled = editions && ALL_EDITIONS, ...open } = options;
  const name = `paddock_test_${randomBytes(6).toString('hex')}`;
  if (editions)
    await filledTemplate(
      serverUrl,
      ALL_EDITIONS,
      async ({ db }) => void (await migrateUp(db, await allSites())),
    );
  const source = empty ? 'template0' : filledName(serverUrl, filled);
  // file_copy copies the files; the default writes every page to the log
  await asOwner(serverUrl, `create database ${name} template ${source} strategy file_copy`);
  const url = withDatabase(serverUrl, name);
  // a busy machine is no failure
  const opened = openDb(url, { max: 5, guard: true, connectTimeoutMs: 60_000, ...open });
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
 * `const { db } = await testDb();` It has tables for tmnf and tmo, unless `editions` asks for all.
 */
export async function testDb(options?: CloneOptions): Promise<TestDb> {
  const { afterAll, inject } = await import('vitest');
  const opened = await cloneDb(inject('testServerUrl'), options);
  afterAll(() => opened.drop());
  return opened;
}
