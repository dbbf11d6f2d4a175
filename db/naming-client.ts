import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { endsConnection, explained } from './explain-failure.ts';
import { noteStatement } from './statement-tables.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** A statement that was sent this often is prepared on the connections… */
const oftenEnough = 4;
/** …up to this number: a prepared statement uses the database's memory as long as its connection exists. */
const maxNamed = 300;
/** Number of statements that are counted; those of one-off queries are replaced. */
const maxCounted = 2000;

/** PostgreSQL remembers the columns of such a statement: after a migration it would be refused. */
const selectsAll = /(?:\b(?:select|returning)|,)\s+(?:"\w+"\.)?\*/i;
/** The statement that adds a job: its asterisk means columns that it declares itself. */
const addsJob = /^\s*insert into pgboss\.\w+ \([\s\S]+ from json_to_recordset\(/i;

const isStable = (text: string) => !selectsAll.test(text) || addsJob.test(text);

/** Names for frequent statements; the same statement has the same name on every connection of a pool. */
export class StatementNames {
  readonly #uses = new LRUCache<string, number>({ max: maxCounted });
  readonly #names = new Map<string, string>();

  /** The name of a statement, or undefined if it has none yet. */
  of(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined) return name;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses >= oftenEnough && this.#names.size < maxNamed && isStable(text)) {
      this.#uses.delete(text);
      const given = `often-${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
      this.#names.set(text, given);
      return given;
    }
    this.#uses.set(text, uses);
    return undefined;
  }
}

const columnsOfRows = new WeakMap<object, readonly pg.FieldDef[]>();

/** The columns of rows that a query returned. */
export const columnsOf = (rows: readonly unknown[]): readonly pg.FieldDef[] | undefined =>
  columnsOfRows.get(rows);

/**
 * A pg client that prepares frequent statements: parsing is half the cost of a lookup by primary key. Queries given as objects
 * choose their own name, or none.
 *
 * A connection on which a statement timed out is ended, so that a late response cannot be taken for the next query's. Database
 * failures are thrown as DatabaseUnavailable. `onStatement` gets the milliseconds that each took.
 */
export function namingClient(onStatement?: (ms: number) => void): typeof pg.Client {
  const names = new StatementNames();
  class NamingClient extends pg.Client {
    /** A commit was not waited for until a replica had it, because the statement was cancelled: it may be lost with the server. */
    isUnreplicated = false;

    constructor(config?: string | pg.ClientConfig) {
      super(config);
      this.on('notice', ({ routine }) => {
        if (routine === 'SyncRepWaitForLSN') this.isUnreplicated = true;
      });
    }
  }
  const query = function (this: NamingClient, ...sent: unknown[]) {
    const [text, values] = sent;
    noteStatement(sent);
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0 ? names.of(text) : undefined;
    const queried = name === undefined ? sent : [{ name, text }, ...sent.slice(1)];
    // statements that are sent together leave in one packet
    const { stream } = this.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    const sentAt = onStatement ? performance.now() : 0;
    const result: unknown = Reflect.apply(pg.Client.prototype.query, this, queried);
    if (!(result instanceof Promise)) return result;
    return result.then(
      (answer: pg.QueryResult) => {
        onStatement?.(performance.now() - sentAt);
        if (this.isUnreplicated) {
          this.isUnreplicated = false;
          throw new DatabaseUnavailable('slow', 'no replica has confirmed a commit in time');
        }
        if (answer.rows) columnsOfRows.set(answer.rows, answer.fields);
        return answer;
      },
      (error: unknown) => {
        if (endsConnection(error)) this.end().catch(() => {});
        throw explained(error);
      },
    );
  };
  Object.defineProperty(NamingClient.prototype, 'query', { value: query });
  return NamingClient;
}
