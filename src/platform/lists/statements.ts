import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '#db/database.ts';
import type { List } from './list.ts';
import type { Shape } from './shape.ts';
import { compileStatement, type Statement } from './statement.ts';

/** Cached statements that are not prepared. Pages use a few dozen shapes; the others are combinations that users try. */
const maxUnprepared = 500;
/** A shape used this often is prepared on the connections… */
const prepareAfter = 4;
/** …up to this many: a prepared statement stays in the database's memory for as long as the connection. */
const maxPrepared = 100;

export interface Cached {
  readonly statement: Statement;
  uses: number;
  named: boolean;
}

const numbers = new WeakMap<List, number>();
let given = 0;

/**
 * What the keys of a list's statements begin with: a number for each list, since one that was derived from another has the same
 * name and other statements.
 */
export function keyOf(list: List): number {
  const number = numbers.get(list) ?? ++given;
  numbers.set(list, number);
  return number;
}

/** A cache of compiled statements by shape. Several instances in one process do no harm. */
export class Statements {
  readonly #unprepared = new LRUCache<string, Cached>({ max: maxUnprepared });
  /** never evicted: they stay on the connections anyway */
  readonly #prepared = new Map<string, Cached>();

  /** Returns the statement of a page. */
  of(db: Kysely<Database>, list: List, shape: Shape): Cached {
    return this.cached(`${keyOf(list)}|${shape.key}`, () => compileStatement(db, list, shape));
  }

  /** Returns the statement with this key, compiling it if it is not cached. */
  cached(key: string, compile: () => Statement): Cached {
    const prepared = this.#prepared.get(key);
    if (prepared) return prepared;
    const cached = this.#unprepared.get(key) ?? { statement: compile(), uses: 0, named: false };
    cached.uses += 1;
    cached.named = cached.uses >= prepareAfter && this.#prepared.size < maxPrepared;
    if (cached.named) {
      this.#unprepared.delete(key);
      this.#prepared.set(key, cached);
    } else this.#unprepared.set(key, cached);
    return cached;
  }
}
