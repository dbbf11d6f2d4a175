import type { Change } from './change.ts';
import { PageCache, type PageCacheOptions } from './page-cache.ts';

/** The share of the memory that is for parts of pages. */
const partsShare = 0.4;

/** What one process caches because it is the same for everybody. */
export class Caches {
  /** whole pages of visitors, as `src/server/cached-pages.ts` sends them */
  readonly pages: PageCache<unknown>;
  /** what pages of visitors and members show alike */
  readonly parts: PageCache<unknown>;

  constructor({ clock, sites, maxBytes }: PageCacheOptions) {
    const ofParts = Math.floor(maxBytes * partsShare);
    this.pages = new PageCache({ clock, sites, maxBytes: maxBytes - ofParts });
    this.parts = new PageCache({ clock, sites, maxBytes: ofParts });
  }

  get #all() {
    return [this.pages, this.parts];
  }

  /** From now on, `changed` gets every change. */
  follow(): void {
    for (const cache of this.#all) cache.follow();
  }

  /** Changes may have been missed: nothing is cached until `follow`. */
  lose(): void {
    for (const cache of this.#all) cache.lose();
  }

  changed(changes: readonly Change[]): void {
    for (const cache of this.#all) cache.changed(changes);
  }
}
