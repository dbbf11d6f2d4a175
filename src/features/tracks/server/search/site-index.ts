import type { Kysely } from 'kysely';
import type { Database } from '#db/database.ts';
import { Statements } from '#platform/lists/statements.ts';
import { type IndexedRow, RowIndex } from '#platform/row-index/row-index.ts';
import type { Searched } from './find-in.ts';
import { PersonStore } from './person-store.ts';
import { facetValue } from './track-facets.ts';
import { keyKinds } from './track-keys.ts';
import { changedRows, trackRowsAfter } from './track-rows.ts';

/** Rows read at once: taking them in from the wire is one piece of work, of about 3 ms. */
const chunk = 250;

const sliceMs = 4;

/** Long work in slices, so that what waits is answered in between. */
async function inSlices(work: Iterable<void>, isStopped: () => boolean, ms = sliceMs): Promise<void> {
  let until = performance.now() + ms;
  for (const _ of work) {
    if (isStopped()) return;
    if (performance.now() < until) continue;
    await new Promise<void>((resume) => setImmediate(resume));
    until = performance.now() + ms;
  }
}

/** Steps of questions run one behind the other, so many milliseconds between two looks at what else there is to do. */
const questionMs = 2;

/** The index of one site's tracks. */
export class SiteIndex implements Searched {
  readonly #index: RowIndex;
  readonly people: PersonStore;
  readonly statements = new Statements();
  readonly #db: Kysely<Database>;
  readonly #site: string;
  /** the search for a name that was asked for last */
  #searching: Promise<void> = Promise.resolve();
  /** what was read of changed tracks, to be put in its places */
  #waiting: { ids: readonly number[]; rows: readonly IndexedRow[] }[] = [];

  private constructor(db: Kysely<Database>, site: string, index: RowIndex, cacheThreshold: number) {
    this.#db = db;
    this.#site = site;
    this.#index = index;
    this.people = new PersonStore(db, site, cacheThreshold);
  }

  /** Reads every track of the site, in the background: other work goes on in between. */
  static async load(
    db: Kysely<Database>,
    site: string,
    cacheThreshold: number,
    isStopped: () => boolean,
  ): Promise<SiteIndex> {
    const index = new RowIndex(keyKinds);
    let after = 0;
    let read = trackRowsAfter(db, site, after, chunk);
    for (let size = chunk; size === chunk && !isStopped(); ) {
      const rows = await read;
      size = rows.length;
      after = rows.at(-1)?.id ?? after;
      // the next ones are read while these are put in their places
      if (size === chunk) read = trackRowsAfter(db, site, after, chunk);
      await inSlices(index.loading(rows), isStopped);
    }
    await inSlices(index.sorting(), isStopped);
    return new SiteIndex(db, site, index, cacheThreshold);
  }

  /** One name at a time for all requests together: the slices of several would add up. */
  findName(text: string): Promise<void> {
    if (!this.index.searching(text)) return Promise.resolve();
    const found = this.#searching.then(async () => {
      // it may be known by now
      const work = this.index.searching(text);
      if (work) await inSlices(work, () => false, questionMs);
    });
    this.#searching = found.catch(() => {});
    return found;
  }

  /** As of the last change that was taken in. */
  get index(): RowIndex {
    this.#settle();
    return this.#index;
  }

  /**
   * Brings these tracks up to date, and those that are now, or no longer, the last of the same uploaders; `parts`: the
   * tables that changed.
   */
  async refresh(ids: readonly number[], parts: ReadonlySet<string>): Promise<void> {
    const uploaders = [...new Set(ids.flatMap((id) => uploaderIn(this.index.facetsOf(id))))];
    const [rows] = await Promise.all([
      changedRows(this.#db, this.#site, ids, uploaders),
      this.people.refresh(ids, parts),
    ]);
    this.#waiting.push({ ids, rows });
    // a row moves in every order, a millisecond's work: whoever wrote it is answered first, whoever asks waits for it
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
