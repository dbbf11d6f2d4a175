import { createHash } from 'node:crypto';
import pg from 'pg';
import { endsConnection, explained } from './explain-failure.ts';

/** A text that came this often is prepared on the connections… */
const oftenEnough = 4;
/** …until there are this many: a prepared statement stays in the database's memory for as long as the connection. */
const mostNamed = 300;
/** Texts counted at a time; those of one-off queries make room for others. */
const mostCounted = 2000;

/** Of such a statement PostgreSQL remembers which columns there were: after a migration it would be refused. */
const selectsAll = /(?:\b(?:select|returning)|,)\s+(?:"\w+"\.)?\*/i;

/** Names for texts that come again and again; the same text has the same name on every connection of a pool. */
export class StatementNames {
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();

  /** The name of a text, or undefined while it has none. */
  of(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined) return name;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses >= oftenEnough && this.#names.size < mostNamed && !selectsAll.test(text)) {
      this.#uses.delete(text);
      const given = `often-${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
      this.#names.set(text, given);
      return given;
    }
    this.#uses.delete(text);
    this.#uses.set(text, uses);
    const [oldest] = this.#uses.keys();
    if (this.#uses.size > mostCounted && oldest !== undefined) this.#uses.delete(oldest);
    return undefined;
  }
}

/**
 * A client of pg that prepares statements that recur: parsing is half the cost of a lookup by primary key. Queries
 * given as objects choose their own name, or none.
 *
 * A connection on which a statement timed out is ended, so that a late answer cannot meet the next query. Failures of
 * the database are thrown as DatabaseUnavailable.
 */
export function namingClient(): typeof pg.Client {
  const names = new StatementNames();
  class NamingClient extends pg.Client {}
  const query = function (this: pg.Client, ...sent: unknown[]) {
    const [text, values] = sent;
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0 ? names.of(text) : undefined;
    const queried = name === undefined ? sent : [{ name, text }, ...sent.slice(1)];
    const result: unknown = Reflect.apply(pg.Client.prototype.query, this, queried);
    if (!(result instanceof Promise)) return result;
    return result.catch((error: unknown) => {
      if (endsConnection(error)) this.end().catch(() => {});
      throw explained(error);
    });
  };
  Object.defineProperty(NamingClient.prototype, 'query', { value: query });
  return NamingClient;
}
