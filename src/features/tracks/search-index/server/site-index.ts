import type { Kysely } from 'kysely';
import type { Database } from '#db/database.ts';
import { Statements } from '#platform/lists/statements.ts';
import { type IndexedRow, RowIndex } from '#platform/row-index/row-index.ts';
import { facetValue } from '../../list/server/track-facets.ts';
import { keyKinds } from '../../list/server/track-keys.ts';
import type { Searched } from './find-in-index.ts';
import { type PersonLimits, PersonStore } from './person-store.ts';
import { changedRows, type ReadRows, trackRowsAfter } from './track-rows.ts';

/** Rows per query: parsing them takes about 3 ms without interruption. */
const chunk = 250;

const sliceMs = 4;

/** Runs long work in slices; other requests are served in between. */
async function inSlices(work: Iterable<void>, isStopped: () => boolean, ms = sliceMs): Promise<void> {
  let until = performance.now() + ms;
  for (const _ of work) {
    if (isStopped()) return;
    if (performance.now() < until) continue;
    await new Promise<void>((resume) => setImmediate(resume));
    until = performance.now() + ms;
  }
}

/** Time slice of searches, in milliseconds. */
const questionMs = 2;

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

  private constructor(db: Kysely<Database>, site: string, index: RowIndex, limits: PersonLimits) {
    this.#db = db;
    this.#site = site;
    this.#index = index;
    this.people = new PersonStore(db, site, limits);
  }

  /** Loads all tracks of the site in the background. */
  static async load(
    db: Kysely<Database>,
    site: string,
    limits: PersonLimits,
    isStopped: () => boolean,
  ): Promise<SiteIndex> {
    const index = new RowIndex(keyKinds);
    let after = 0;
    let read = trackRowsAfter(db, site, after, chunk);
    for (let size = chunk; size === chunk && !isStopped(); ) {
      const rows = await read;
      size = rows.length;
      after = rows.at(-1)?.id ?? after;
      // reads the next rows while these are being inserted
      if (size === chunk) read = trackRowsAfter(db, site, after, chunk);
      await inSlices(index.loading(rows), isStopped);
    }
    await inSlices(index.sorting(), isStopped);
    return new SiteIndex(db, site, index, limits);
  }

  /** Searches one name at a time for all requests: the slices of several would add up. */
  findName(text: string): Promise<void> {
    if (!this.index.searching(text)) return Promise.resolve();
    const found = this.#searching.then(async () => {
      // it may be cached by now
      const work = this.index.searching(text);
      if (work) await inSlices(work, () => false, questionMs);
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
   * changed; `read`: rows that were read together with the changes.
   */
  async refresh(
    ids: readonly number[],
    parts: ReadonlySet<string>,
    read: ReadRows | null = null,
  ): Promise<void> {
    const uploaders = [...new Set(ids.flatMap((id) => uploaderIn(this.index.facetsOf(id))))];
    // not those of uploaders whose tracks are gone or have moved to another user
    const isComplete =
      read !== null && ids.every((id) => read.ids.has(id)) && uploaders.every((id) => read.uploaders.has(id));
    const [rows] = await Promise.all([
      isComplete ? read.rows : changedRows(this.#db, this.#site, ids, uploaders),
      this.people.refresh(ids, parts),
    ]);
    this.#waiting.push({ ids, rows });
    // moving a row in every order takes a millisecond: the writer gets the response first, the next search waits
    setImmediate(() => this.#settle());
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
