import type { Kysely } from 'kysely';
import type { Database } from '#db/database.ts';
import type { List } from './list.ts';
import type { Shape } from './request.ts';
import { compileStatement, type Statement } from './statement.ts';

/** Shapes kept compiled. The real ones are a few dozen; the rest are somebody trying combinations. */
const mostKept = 500;
/** A shape that came this often is prepared on the connections… */
const oftenEnough = 4;
/** …until there are this many: a prepared statement stays in the database's memory for as long as the connection. */
const mostNamed = 100;

export interface Kept {
  readonly statement: Statement;
  uses: number;
  named: boolean;
}

/** Statements by shape. A memo and nothing more: several copies of it in one process do no harm. */
export class Statements {
  readonly #kept = new Map<string, Kept>();
  #namedCount = 0;

  /** The statement of a page. */
  of<DB, TB extends keyof DB, Row, A extends string>(
    db: Kysely<Database>,
    list: List<DB, TB, Row, A>,
    shape: Shape<A>,
  ): Kept {
    return this.kept(`${list.name}|${shape.key}`, () => compileStatement(db, list, shape));
  }

  /** The statement known by this key, compiled when it is new. */
  kept(key: string, compile: () => Statement): Kept {
    let kept = this.#kept.get(key);
    if (!kept) {
      kept = { statement: compile(), uses: 0, named: false };
      this.#kept.set(key, kept);
      this.#forgetOldest();
    }
    kept.uses += 1;
    if (!kept.named && kept.uses >= oftenEnough && this.#namedCount < mostNamed) {
      kept.named = true;
      this.#namedCount += 1;
    }
    return kept;
  }

  #forgetOldest(): void {
    if (this.#kept.size <= mostKept) return;
    for (const [key, { named }] of this.#kept) {
      if (named) continue; // its place on the connections is taken for good: make use of it
      this.#kept.delete(key);
      return;
    }
  }
}
