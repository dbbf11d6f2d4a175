import type { Change } from './change.ts';
import { PageCache, type PageCacheOptions } from './page-cache.ts';
import type { RecentChanges } from './recent-changes.ts';

/** The share of the memory that is for parts of pages. */
const partsShare = 0.4;

/** What one process caches because it is the same for everybody. */
export class Caches {
  /** whole pages of visitors, as `src/server/cached-pages.ts` sends them */
  readonly pages: PageCache<unknown>;
  /** what pages of visitors and members show alike */
  readonly parts: PageCache<unknown>;
  readonly #recent: RecentChanges | undefined;

  constructor({ maxBytes, recent, ...options }: PageCacheOptions) {
    const ofParts = Math.floor(maxBytes * partsShare);
    this.#recent = recent;
    this.pages = new PageCache({ ...options, recent, maxBytes: maxBytes - ofParts });
    this.parts = new PageCache({ ...options, recent, maxBytes: ofParts });
  }

  /** The position in the log of the database up to which changes are known; 0 without replicas. */
  get position(): number {
    return this.#recent?.position ?? 0;
  }

  get #all() {
    return [this.pages, this.parts];
  }

  /** From now on, `changed` gets every change. `position`: of the database's log */
  follow(position = 0): void {
    if (!this.pages.isOn) this.#recent?.begin(position);
    for (const cache of this.#all) cache.follow();
  }

  /** Changes may have been missed: nothing is cached until `follow`. */
  lose(): void {
    for (const cache of this.#all) cache.lose();
  }

  changed(changes: readonly Change[], position = 0): void {
    this.#recent?.add(position, changes);
    for (const cache of this.#all) cache.changed(changes);
  }
}
