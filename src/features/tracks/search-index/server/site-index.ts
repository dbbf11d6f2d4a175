import type { Kysely } from 'kysely';
import type { Database } from '#db/database.ts';
import { Statements } from '#platform/lists/statements.ts';
import type { IndexedRow, RowIndex } from '#platform/row-index/row-index.ts';
import { facetValue } from '../../list/server/track-facets.ts';
import type { Searched } from './find-in-index.ts';
import { type PersonLimits, PersonStore } from './person-store.ts';
import { changedRows, type ReadRows } from './track-rows.ts';

/** Time slice of searches, in milliseconds. */
const sliceMs = 2;

/** Runs long work in slices; other requests are served in between. */
async function inSlices(work: Iterable<void>): Promise<void> {
  let until = performance.now() + sliceMs;
  for (const _ of work) {
    if (performance.now() < until) continue;
    await new Promise<void>((resume) => setImmediate(resume));
    until = performance.now() + sliceMs;
  }
}

/** The index of one site's tracks. */
export class SiteIndex implements Searched {
  readonly #index: RowIndex;
  readonly people: PersonStore;
  readonly statements = new Statements();
  readonly #db: Kysely<Database>;
  readonly #site: string;
  /** the search for the most recently requested name */
  #searching: Promise<void> = Promise.resolve();
  /** rows of changed tracks that are not in the index yet */
  #waiting: { ids: readonly number[]; rows: readonly IndexedRow[] }[] = [];

  get size(): number {
    return this.#index.size;
  }

  /** `index`: all tracks of the site. */
  constructor(db: Kysely<Database>, site: string, index: RowIndex, limits: PersonLimits) {
    this.#db = db;
    this.#site = site;
    this.#index = index;
    this.people = new PersonStore(db, site, limits);
  }

  /** Searches one name at a time for all requests: the slices of several would add up. */
  findName(text: string): Promise<void> {
    if (!this.index.searching(text)) return Promise.resolve();
    const found = this.#searching.then(async () => {
      // it may be cached by now
      const work = this.index.searching(text);
      if (work) await inSlices(work);
    });
    this.#searching = found.catch(() => {});
    return found;
  }

  /** With all changes read so far. */
  get index(): RowIndex {
    this.#settle();
    return this.#index;
  }

  /**
   * Updates these tracks and those that became or ceased to be the latest of the same uploaders; `parts`: the tables that
   * changed; `read`: rows that were read together with the changes. Returns the changed values by which tracks are found; null if any
   * may have changed.
   */
  async refresh(
    ids: readonly number[],
    parts: ReadonlySet<string>,
    read: ReadRows | null = null,
  ): Promise<readonly string[] | null> {
    const uploaders = [...new Set(ids.flatMap((id) => uploaderIn(this.index.facetsOf(id))))];
    // not those of uploaders whose tracks are gone or have moved to another user
    const isComplete =
      read !== null && ids.every((id) => read.ids.has(id)) && uploaders.every((id) => read.uploaders.has(id));
    const [rows] = await Promise.all([
      isComplete ? read.rows : changedRows(this.#db, this.#site, ids, uploaders),
      this.people.refresh(ids, parts),
    ]);
    const changed = this.#changesIn(ids, rows);
    this.#waiting.push({ ids, rows });
    // moving a row in every order takes a millisecond: the writer gets the response first, the next search waits
    setImmediate(() => this.#settle());
    return changed;
  }

  #changesIn(ids: readonly number[], rows: readonly IndexedRow[]): readonly string[] | null {
    const { index } = this;
    const there = new Set(rows.map(({ id }) => id));
    if (ids.some((id) => !there.has(id) && index.has(id))) return null;
    const changes = rows.map((row) => index.changesIn(row));
    return changes.includes(null) ? null : changes.flatMap((values) => values ?? []);
  }

  #settle(): void {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    for (const { ids, rows } of waiting) {
      const there = new Set(rows.map(({ id }) => id));
      for (const id of ids) if (!there.has(id)) this.#index.remove(id);
      for (const row of rows) this.#index.set(row);
    }
  }
}

const uploaderIn = (facets: readonly number[]): number[] => {
  const uploader = facetValue(facets, 'uploader');
  return uploader === undefined ? [] : [uploader];
};
