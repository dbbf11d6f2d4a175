import type { Kysely } from 'kysely';
import type { Database } from '#db/database.ts';
import { type IndexedRow, RowIndex } from './row-index.ts';
import { facet, facetValue, flagged } from './track-facets.ts';
import { keyKinds } from './track-keys.ts';
import { latestOf, trackRowsAfter, trackRowsById } from './track-rows.ts';

/** Rows read at once: their reading and placing blocks other work for about 20 ms. */
const chunk = 1000;

/** Lets what waits be answered first. */
const pause = () => new Promise<void>((resume) => setImmediate(resume));

/** The index of one site's tracks. */
export class SiteIndex {
  readonly rows: RowIndex;
  readonly #db: Kysely<Database>;
  readonly #site: string;

  private constructor(db: Kysely<Database>, site: string, rows: RowIndex) {
    this.#db = db;
    this.#site = site;
    this.rows = rows;
  }

  /** Reads every track of the site, in the background: other work goes on in between. */
  static async load(db: Kysely<Database>, site: string, isStopped: () => boolean): Promise<SiteIndex> {
    const index = new RowIndex(keyKinds);
    let after = 0;
    let read = trackRowsAfter(db, site, after, chunk);
    for (let size = chunk; size === chunk && !isStopped(); ) {
      const rows = await read;
      size = rows.length;
      after = rows.at(-1)?.id ?? after;
      // the next ones are read while these are put in their places
      if (size === chunk) read = trackRowsAfter(db, site, after, chunk);
      for (const _ of index.loading(rows)) await pause();
    }
    let until = performance.now() + 5;
    for (const _ of index.sorting()) {
      if (isStopped()) break;
      if (performance.now() < until) continue;
      await pause();
      until = performance.now() + 5;
    }
    return new SiteIndex(db, site, index);
  }

  /** Brings these tracks up to date, and those that are now, or no longer, the last of the same uploaders. */
  async refresh(ids: readonly number[]): Promise<void> {
    const changed = new Set(ids);
    const read = await trackRowsById(this.#db, this.#site, ids);
    const before = ids.flatMap((id) => uploaderIn(this.rows.facetsOf(id)));
    const uploaders = new Set([...before, ...read.flatMap((row) => uploaderIn(row.facets))]);
    const now = await latestOf(this.#db, this.#site, [...uploaders]);
    const others = [...uploaders].flatMap((uploader) => this.#lastOf(uploader)).concat(now);
    const besides = [...new Set(others)].filter((id) => !changed.has(id));
    const more = besides.length > 0 ? await trackRowsById(this.#db, this.#site, besides) : [];
    this.#replace([...changed, ...besides], [...read, ...more]);
  }

  #lastOf(uploader: number): number[] {
    const last = this.rows.match([
      { any: [facet('uploader', uploader)] },
      { any: [flagged('latest'), flagged('latestAwarded')] },
    ]);
    return Array.from(last?.rows() ?? [], (row) => this.rows.idOf(row));
  }

  #replace(ids: readonly number[], rows: readonly IndexedRow[]): void {
    const there = new Set(rows.map(({ id }) => id));
    for (const id of ids) if (!there.has(id)) this.rows.remove(id);
    for (const row of rows) this.rows.set(row);
  }
}

const uploaderIn = (facets: readonly number[]): number[] => {
  const uploader = facetValue(facets, 'uploader');
  return uploader === undefined ? [] : [uploader];
};
