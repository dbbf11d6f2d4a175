import { hourMs, minuteMs } from '#lib/codes/durations.ts';
import { untilDone } from '#platform/backoff.ts';
import type { Ctx, Services } from '#platform/context.ts';
import type { FoundIds, ListRequest, PageFinder } from '#platform/lists/list.ts';
import type { Change } from '#platform/page-cache/change.ts';
import { indexChanges } from '#platform/page-cache/reads.ts';
import { IndexLoader } from '#platform/row-index/index-loader.ts';
import { allTracks, largestFirst } from './all-tracks.ts';
import { type Changed, ChangeFeed, retentionMinutes } from './change-feed.ts';
import { countIn, findIn, randomIn } from './find-in-index.ts';
import { type PersonLimits, personLimits } from './person-store.ts';
import { SiteIndex } from './site-index.ts';
import type { ReadRows } from './track-rows.ts';

const refreshAtOnce = 500;

/** The writing process refreshes by itself: a notification waits this long for it. */
const noticeWaitsMs = 10;

/** How often the finder checks which users have become busy. */
const busyEveryMs = hourMs;

/** An index that was last refreshed longer ago than this may lack changes. */
const behindAfterMs = minuteMs;

/**
 * Finds tracks in memory: one index for each site served here, loaded in the background and updated from the log of changes.
 * Until a site's index is loaded, and for the few queries it cannot answer, the database is used.
 */
export class TrackFinder implements PageFinder<Ctx> {
  readonly #services: Pick<Services, 'db' | 'log' | 'caches'>;
  readonly #databaseUrl: string;
  readonly #sites: readonly string[];
  readonly #limits: PersonLimits;
  readonly #indexes = new Map<string, SiteIndex>();
  /** changes on sites that are being loaded */
  readonly #loading = new Map<string, Set<number>>();
  readonly #feed: ChangeFeed;
  /** changes the feed has returned that are not in the indexes yet: a refresh may fail */
  readonly #pending = new Map<string, { ids: Set<number>; parts: Set<string> }>();
  #stopped = false;
  /** while the indexes are loaded */
  #loader: IndexLoader | null = null;
  #isListening = true;
  #lastReadAt = 0;
  #refreshedAt = 0;
  #busyReadAt = 0;
  #reading: Promise<void> | null = null;
  #refreshing: Promise<void> | null = null;
  #running: Promise<void> | null = null;
  #again: Promise<void> | null = null;
  /** number of refreshes started */
  #refreshCount = 0;
  /** their number at the last notification */
  #noticedAt = 0;
  #notice: NodeJS.Timeout | null = null;

  /** `databaseUrl`: of the same database as the services'; `limits`: which users' activity is cached */
  constructor(
    services: Pick<Services, 'db' | 'log' | 'caches'>,
    databaseUrl: string,
    sites: readonly string[],
    limits = personLimits,
  ) {
    this.#services = services;
    this.#databaseUrl = databaseUrl;
    this.#limits = limits;
    this.#sites = sites;
    this.#feed = new ChangeFeed(services.db);
  }

  /** Loads all tracks; resolves when every index is complete. Starts again if the database fails in between. */
  load(): Promise<void> {
    this.#reading ??= this.#insist('indexing the tracks', () => this.#readAll()).finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  /** Whether the indexes are complete and contain recent changes. */
  state(): 'loading' | 'ok' | 'behind' {
    if (this.#indexes.size < this.#sites.length) return 'loading';
    return performance.now() - this.#refreshedAt > behindAfterMs ? 'behind' : 'ok';
  }

  /** How many tracks are in memory, and the seconds since changes were last read. */
  figures(): { readonly rows: number; readonly lagSeconds: number } {
    const rows = [...this.#indexes.values()].reduce((sum, { size }) => sum + size, 0);
    return { rows, lagSeconds: (performance.now() - this.#refreshedAt) / 1000 };
  }

  #insist(what: string, attempt: () => Promise<void>): Promise<void> {
    return untilDone({ log: this.#services.log, what, isStopped: () => this.#stopped }, attempt);
  }

  async #readAll(): Promise<void> {
    this.#indexes.clear();
    this.#loading.clear();
    this.#pending.clear();
    const { caches } = this.#services;
    caches?.lose();
    const { position } = await this.#feed.begin();
    this.#lastReadAt = performance.now();
    this.#refreshedAt = this.#lastReadAt;
    if (this.#isListening) caches?.follow(position);
    const loader = new IndexLoader();
    this.#loader = loader;
    try {
      for (const site of await largestFirst(this.#services.db, this.#sites)) {
        if (this.#stopped) return;
        await this.#readSite(site, loader);
      }
    } catch (error) {
      if (!this.#stopped) throw error;
    } finally {
      this.#loader = null;
      await loader.close();
    }
    this.#busyReadAt = performance.now();
  }

  async #readSite(site: string, loader: IndexLoader): Promise<void> {
    const { db } = this.#services;
    const meanwhile = new Set<number>();
    this.#loading.set(site, meanwhile);
    const rows = await loader.load(allTracks(db, site, this.#databaseUrl));
    const index = new SiteIndex(db, site, rows, this.#limits);
    await this.catchUp();
    while (meanwhile.size > 0 && !this.#stopped) {
      const ids = new Set(meanwhile);
      meanwhile.clear();
      await refreshAll(index, { ids, parts: new Set() }); // no activity of users is cached yet
    }
    this.#loading.delete(site);
    if (this.#stopped) return;
    this.#indexes.set(site, index);
    this.#readBusy(index);
  }

  /** In the background: requests for what is being read wait for it. */
  #readBusy({ people }: SiteIndex): void {
    people
      .readBusy(() => this.#stopped)
      .catch((error: unknown) =>
        this.#services.log.warn({ err: error }, 'positions were not read in advance'),
      );
  }

  stop(): void {
    this.#stopped = true;
    void this.#loader?.close();
    this.#services.caches?.lose();
    if (this.#notice) clearTimeout(this.#notice);
    this.#indexes.clear();
  }

  /** Whether changes of other processes are announced. While they are not, nothing is cached that they could change. */
  hear(isListening: boolean): void {
    this.#isListening = isListening;
    if (isListening) this.noticeChange();
    else this.#services.caches?.lose();
  }

  /** The index that serves a request; none for one with the secret of a link, which no index contains. */
  #indexFor(ctx: Ctx, { shape }: ListRequest): SiteIndex | undefined {
    const bySecret = shape.filters.some(({ name }) => name === 'secret');
    return bySecret ? undefined : this.#indexes.get(ctx.site.code);
  }

  async find(ctx: Ctx, request: ListRequest): Promise<FoundIds | null> {
    const index = this.#indexFor(ctx, request);
    return index ? findIn(index, ctx, request) : null;
  }

  async count(ctx: Ctx, request: ListRequest) {
    const index = this.#indexFor(ctx, request);
    return index && countIn(index, ctx, request);
  }

  async random(ctx: Ctx, request: ListRequest): Promise<number | null | undefined> {
    const index = this.#indexFor(ctx, request);
    return index ? randomIn(index, ctx, request) : undefined;
  }

  /**
   * Only one refresh runs at a time; calls made meanwhile share the next one. A failed refresh is repeated until it succeeds, because
   * the changes it missed may never be announced again. `site`: where the caller has written.
   */
  catchUp(site?: string): Promise<void> {
    if (!this.#running) {
      this.#running = this.#applyChanges(site)
        .catch((error: unknown) => {
          this.#services.caches?.lose();
          this.#refresh();
          throw error;
        })
        .finally(() => {
          this.#running = null;
        });
      return this.#running;
    }
    this.#again ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#again = null;
        return this.catchUp(site);
      });
    return this.#again;
  }

  /** Something was committed, here or elsewhere: refreshes soon, unless a refresh starts before. */
  noticeChange(): void {
    this.#noticedAt = this.#refreshCount;
    this.#notice ??= setTimeout(() => {
      this.#notice = null;
      if (this.#refreshCount > this.#noticedAt) return;
      this.#refresh();
    }, noticeWaitsMs);
  }

  #refresh(): void {
    this.#refreshing ??= this.#insist('refreshing changed tracks', () => this.catchUp()).finally(() => {
      this.#refreshing = null;
    });
  }

  async #applyChanges(writtenSite?: string): Promise<void> {
    this.#refreshCount += 1;
    if (this.#stopped || this.#lastReadAt === 0) return;
    const now = performance.now();
    if (!this.#reading && now - this.#lastReadAt > (retentionMinutes * minuteMs) / 2) {
      this.#services.log.warn('the index of tracks was not refreshed in time: it is loaded again');
      this.#lastReadAt = 0;
      void this.load();
      return;
    }
    const rowsOf = writtenSite !== undefined && this.#indexes.has(writtenSite) ? writtenSite : null;
    const { changes, read, rows, position } = await this.#feed.next(rowsOf);
    this.#lastReadAt = now;
    const { caches } = this.#services;
    caches?.changed(rows, position);
    const found: Change[] = [];
    for (const [site, changed] of changes) this.#remember(site, changed);
    for (const [site, changed] of this.#pending) {
      const meanwhile = this.#loading.get(site);
      for (const id of meanwhile ? changed.ids : []) meanwhile?.add(id);
      const index = this.#indexes.get(site);
      const keys = index ? await refreshAll(index, changed, site === rowsOf ? read : null) : null;
      found.push({ site, table: indexChanges, keys });
      this.#pending.delete(site);
    }
    // after the index has them: what was made meanwhile may have been found in one that lacked them
    caches?.changed(found, position);
    if (this.#isListening) caches?.follow(position);
    this.#refreshedAt = now;
    if (now - this.#busyReadAt < busyEveryMs) return;
    this.#busyReadAt = now;
    for (const index of this.#indexes.values()) this.#readBusy(index);
  }

  #remember(site: string, { ids, parts }: Changed): void {
    const pending = this.#pending.get(site) ?? { ids: new Set(), parts: new Set() };
    for (const id of ids) pending.ids.add(id);
    for (const part of parts) pending.parts.add(part);
    this.#pending.set(site, pending);
  }
}

/** Returns the changed values by which tracks are found; null if any may have changed. */
async function refreshAll(
  index: SiteIndex,
  changed: Changed,
  read: ReadRows | null = null,
): Promise<readonly string[] | null> {
  const ids = [...changed.ids];
  const values = new Set<string>();
  let isAny = false;
  for (let at = 0; at < ids.length; at += refreshAtOnce) {
    const part = await index.refresh(ids.slice(at, at + refreshAtOnce), changed.parts, read);
    for (const value of part ?? []) values.add(value);
    if (part === null) isAny = true;
  }
  return isAny ? null : [...values];
}
