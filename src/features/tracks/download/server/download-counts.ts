import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import type { Ctx } from '#platform/context.ts';

/** One download by one user or visitor. */
interface Download {
  readonly track_id: number;
  /** UTC, such as 2027-01-31 */
  readonly day: string;
  /** identifies the user or visitor within that day */
  readonly person: string;
  readonly user_id: number | null;
  readonly downloaded_at: Date;
}

/** Maximum downloads per statement and waiting for the next one. */
const maxAtOnce = 500;
const maxWaiting = 10_000;

/**
 * Counts the downloads of one edition, one statement at a time: downloads in between share the next one. A popular track, whose
 * row every count must lock, therefore never occupies more than one connection of this process.
 */
class DownloadCounts {
  readonly #ctx: Pick<Ctx, 'db' | 'site'>;
  #waiting: Download[] = [];
  #next: Promise<void> | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(ctx: Pick<Ctx, 'db' | 'site'>) {
    this.#ctx = ctx;
  }

  /** Resolves when the download is counted; rejects if its statement failed. */
  add(download: Download): Promise<void> {
    if (this.#waiting.length >= maxWaiting)
      return Promise.reject(new Error(`${maxWaiting} downloads are already waiting to be counted.`));
    this.#waiting.push(download);
    this.#next ??= this.#runNext();
    return this.#next;
  }

  /** Resolves when everything that was added has been counted, or could not be. */
  async settled(): Promise<void> {
    await (this.#next ?? this.#running).catch(() => {});
  }

  async #runNext(): Promise<void> {
    await this.#running.catch(() => {}); // reported to its own callers
    this.#next = null;
    this.#running = countAll(this.#ctx, this.#waiting.splice(0));
    await this.#running;
  }
}

async function countAll(ctx: Pick<Ctx, 'db' | 'site'>, downloads: readonly Download[]): Promise<void> {
  for (let at = 0; at < downloads.length; at += maxAtOnce)
    await count(ctx, downloads.slice(at, at + maxAtOnce));
}

async function count({ db, site }: Pick<Ctx, 'db' | 'site'>, downloads: readonly Download[]): Promise<void> {
  const rows = downloads
    .map((download) => ({ ...download, site: site.code }))
    // always in the same order, to avoid deadlocks between processes
    .sort((a, b) => a.track_id - b.track_id || a.person.localeCompare(b.person));
  await db
    .with('first', (with_) =>
      with_
        .insertInto('track_download')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .returning('track_id'),
    )
    .with('counted', (with_) =>
      with_
        .selectFrom('first')
        .select(['track_id', sql<number>`count(*)::int`.as('downloads')])
        .groupBy('track_id'),
    )
    .with('locked', (with_) =>
      with_
        .selectFrom('track as t')
        .innerJoin('counted as c', 'c.track_id', 't.track_id')
        .select(['t.track_id', 'c.downloads'])
        .where('t.site', '=', sql.lit(site.code))
        .orderBy('t.track_id')
        .forNoKeyUpdate(['t']),
    )
    .updateTable('track')
    .from('locked')
    .set({ downloads: sql`track.downloads + locked.downloads` })
    .where('track.site', '=', sql.lit(site.code))
    .whereRef('track.track_id', '=', 'locked.track_id')
    .execute();
}

const counts = new WeakMap<Kysely<Database>, Map<string, DownloadCounts>>();

/** The counts of this edition in this database. */
export function downloadCounts(ctx: Pick<Ctx, 'db' | 'site'>): DownloadCounts {
  const ofDb = counts.get(ctx.db) ?? new Map<string, DownloadCounts>();
  counts.set(ctx.db, ofDb);
  const ofSite = ofDb.get(ctx.site.code) ?? new DownloadCounts({ db: ctx.db, site: ctx.site });
  ofDb.set(ctx.site.code, ofSite);
  return ofSite;
}
