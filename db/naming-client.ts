import { createHash } from 'node:crypto';
import pg from 'pg';

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
 * A client of pg that has PostgreSQL parse a statement once per connection when it comes again and again: half of what a
 * look by primary key costs is reading the statement. Queries given as objects name themselves, or want no name.
 */
export function namingClient(): typeof pg.Client {
  const names = new StatementNames();
  class NamingClient extends pg.Client {}
  const query = function (this: pg.Client, ...sent: unknown[]) {
    const [text, values] = sent;
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0 ? names.of(text) : undefined;
    const queried = name === undefined ? sent : [{ name, text }, ...sent.slice(1)];
    return Reflect.apply(pg.Client.prototype.query, this, queried);
  };
  Object.defineProperty(NamingClient.prototype, 'query', { value: query });
  return NamingClient;
}
