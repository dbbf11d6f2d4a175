import type { Clock, Ctx } from '#platform/context.ts';
import type { CachedPage } from './cached-page.ts';
import type { Change } from './change.ts';
import { PageCache } from './page-cache.ts';

/** The share of the memory that is for parts of pages. */
const partsShare = 0.25;

/** What one process caches because it is the same for everybody. */
export class Caches {
  /** whole pages of visitors */
  readonly pages: PageCache<CachedPage>;
  /** what pages of visitors and members show alike */
  readonly parts: PageCache<unknown>;

  constructor({ clock, sites, maxBytes }: { clock: Clock; sites: readonly string[]; maxBytes: number }) {
    this.pages = new PageCache({ clock, sites, maxBytes: maxBytes * (1 - partsShare) });
    this.parts = new PageCache({ clock, sites, maxBytes: maxBytes * partsShare });
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

/** In each form that a value has in memory. */
const bytesOf = (value: unknown): number => 500 + 2 * (JSON.stringify(value)?.length ?? 0);

/**
 * A part of a page that is the same for everybody, loaded once until something in it changes. `name` contains everything that it depends
 * on, apart from the edition. `load` must not depend on the viewer, and nobody may change what it returns.
 */
export function samePart<T>(ctx: Ctx, name: string, load: () => Promise<T>): Promise<T> {
  const { caches, site } = ctx;
  if (!caches?.parts.isOn || 'inTransaction' in ctx) return load();
  const asked = { site: site.code, key: `${site.code} ${name}`, network: 'everybody', state: null };
  return caches.parts.part(asked, load, bytesOf) as Promise<T>; // under this name, only such values are stored
}
