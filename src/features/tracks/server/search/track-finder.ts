import type { Ctx, Services } from '#platform/context.ts';
import type { FoundIds, PageFinder } from '#platform/lists/finder.ts';
import type { ListRequest } from '#platform/lists/request.ts';
import { type Changed, ChangeFeed, keptMinutes } from './change-feed.ts';
import { countIn, findIn, randomIn } from './find-in.ts';
import { SiteIndex } from './site-index.ts';

const refreshAtOnce = 500;

/** Who wrote here looks without being told: a notice waits this long for them. */
const noticeWaitsMs = 10;

/**
 * Finds tracks in memory: an index for each site served here, loaded in the background and kept fresh from the log of
 * changes. Until a site's index is there, and for the few questions it cannot answer, the database is asked.
 */
export class TrackFinder implements PageFinder {
  readonly #services: Pick<Services, 'db' | 'log'>;
  readonly #sites: readonly string[];
  readonly #keptFrom: number;
  readonly #indexes = new Map<string, SiteIndex>();
  /** what changed on sites that are being read */
  readonly #loading = new Map<string, Set<number>>();
  readonly #feed: ChangeFeed;
  #stopped = false;
  #looked = 0;
  #running: Promise<void> | null = null;
  #again: Promise<void> | null = null;
  /** looks that began */
  #looks = 0;
  /** how many there were at the last notice */
  #toldAt = 0;
  #notice: NodeJS.Timeout | null = null;

  /** `keptFrom`: the deeds of people who did so many are kept */
  constructor(services: Pick<Services, 'db' | 'log'>, sites: readonly string[], keptFrom = 300) {
    this.#services = services;
    this.#keptFrom = keptFrom;
    this.#sites = sites;
    this.#feed = new ChangeFeed(services.db);
  }

  /** Reads all tracks; resolves when every index is there. */
  async load(): Promise<void> {
    this.#indexes.clear();
    this.#loading.clear();
    await this.#feed.begin();
    this.#looked = performance.now();
    for (const site of this.#sites) {
      const meanwhile = new Set<number>();
      this.#loading.set(site, meanwhile);
      const index = await SiteIndex.load(this.#services.db, site, this.#keptFrom, () => this.#stopped);
      await this.catchUp();
      while (meanwhile.size > 0 && !this.#stopped) {
        const ids = new Set(meanwhile);
        meanwhile.clear();
        await refreshAll(index, { ids, parts: new Set() }); // nothing of people is kept yet
      }
      this.#loading.delete(site);
      if (this.#stopped) return;
      this.#indexes.set(site, index);
    }
  }

  stop(): void {
    this.#stopped = true;
    if (this.#notice) clearTimeout(this.#notice);
    this.#indexes.clear();
  }

  async find(ctx: Ctx, request: ListRequest): Promise<FoundIds | null> {
    const index = this.#indexes.get(ctx.site.code);
    return index ? findIn(index, ctx, request) : null;
  }

  async random(ctx: Ctx, request: ListRequest): Promise<number | null | undefined> {
    const index = this.#indexes.get(ctx.site.code);
    return index ? randomIn(index, ctx, request) : undefined;
  }

  async count(ctx: Ctx, request: ListRequest): Promise<number | null> {
    const index = this.#indexes.get(ctx.site.code);
    return index ? countIn(index, ctx, request) : null;
  }

  /** One look at a time: who asks while one is under way is told by the next, which begins after the question. */
  catchUp(): Promise<void> {
    if (!this.#running) {
      this.#running = this.#look().finally(() => {
        this.#running = null;
      });
      return this.#running;
    }
    this.#again ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#again = null;
        return this.catchUp();
      });
    return this.#again;
  }

  /** Something was committed, here or elsewhere: it is looked at soon, unless a look begins before. */
  told(): void {
    this.#toldAt = this.#looks;
    this.#notice ??= setTimeout(() => {
      this.#notice = null;
      if (this.#looks > this.#toldAt) return;
      this.catchUp().catch((err: unknown) =>
        this.#services.log.error({ err }, 'changed tracks were not taken in'),
      );
    }, noticeWaitsMs);
  }

  async #look(): Promise<void> {
    this.#looks += 1;
    if (this.#stopped || this.#looked === 0) return;
    const now = performance.now();
    if (now - this.#looked > (keptMinutes * 60_000) / 2) {
      this.#services.log.warn('the index of tracks slept too long: it is loaded anew');
      this.#looked = 0;
      void this.load().catch((err: unknown) => this.#services.log.error({ err }, 'tracks were not indexed'));
      return;
    }
    const changes = await this.#feed.next();
    this.#looked = now;
    for (const [site, changed] of changes) {
      const meanwhile = this.#loading.get(site);
      for (const id of meanwhile ? changed.ids : []) meanwhile?.add(id);
      const index = this.#indexes.get(site);
      if (index) await refreshAll(index, changed);
    }
  }
}

async function refreshAll(index: SiteIndex, changed: Changed): Promise<void> {
  const ids = [...changed.ids];
  for (let at = 0; at < ids.length; at += refreshAtOnce)
    await index.refresh(ids.slice(at, at + refreshAtOnce), changed.parts);
}
