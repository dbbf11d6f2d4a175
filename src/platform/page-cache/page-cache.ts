import { LRUCache } from 'lru-cache';
import type { Change } from './change.ts';
import { Dependents } from './dependents.ts';
import { currentReads, Reads, recording } from './reads.ts';
import type { RecentChanges } from './recent-changes.ts';
import { Segments } from './segments.ts';

/** Nothing is cached longer: a page may count what happened in the last days, which changes without any write. */
export const longestMs = 60_000;
/** Pages that cannot be cached are remembered, so that nobody waits for another's. */
const maxRefused = 5000;
/** Keys whose hits are counted; the least recent ones are replaced. */
const maxCounted = 2000;

export interface PageCacheOptions {
  readonly clock: { now(): Date };
  /** the codes of all editions */
  readonly sites: readonly string[];
  readonly maxBytes: number;
  /** what replicas may lack; without replicas, nothing is */
  readonly recent?: RecentChanges | undefined;
}

/** What is to be cached, and for whom it is made now. */
export interface Asked {
  readonly site: string;
  /** includes everything of the request that the result depends on */
  readonly key: string;
  /** the client's network */
  readonly network: string;
  /** what it also depends on and that is replaced when it changes, such as the switches of the edition */
  readonly state: unknown;
  /** the position of the replica that it is made from; without it, it is made from the primary server */
  readonly readAt?: number | undefined;
}

interface Entry<V> extends Asked {
  readonly value: V;
  readonly bytes: number;
  readonly reads: Pick<Reads, 'names' | 'until' | 'isCacheable'>;
}

/** Something that is being made, and the changes that came meanwhile. */
interface Making {
  readonly changes: Change[];
  isLost: boolean;
}

/** What was made; null for `stored` if it cannot be cached. */
interface Made<T, V> {
  readonly made: T;
  readonly stored: V | null;
}

/**
 * What is the same for everybody, made once: until one of the rows that it was made from changes, in any process. `changed` gets the
 * log of changes. It is off until the log is followed, and whenever changes may have been missed.
 */
export class PageCache<V> {
  readonly #clock: PageCacheOptions['clock'];
  readonly #sites: readonly string[];
  readonly #recent: RecentChanges | undefined;
  readonly #dependents = new Dependents<Entry<V>>();
  readonly #stored: Segments<Entry<V>>;
  readonly #making = new Set<Making>();
  readonly #awaited = new Map<string, Promise<V | null>>();
  readonly #refused = new LRUCache<string, true>({ max: maxRefused });
  readonly #hitsOf = new LRUCache<string, number>({ max: maxCounted });
  #isOn = false;
  hits = 0;
  misses = 0;
  /** things that a change has removed */
  drops = 0;

  constructor({ clock, sites, maxBytes, recent }: PageCacheOptions) {
    this.#clock = clock;
    this.#sites = sites;
    this.#recent = recent;
    this.#stored = new Segments(maxBytes, (entry) => this.#dependents.delete(entry, entry.reads.names));
  }

  get size(): number {
    return this.#stored.size;
  }

  get bytes(): number {
    return this.#stored.bytes;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** From now on, `changed` gets every change. */
  follow(): void {
    this.#isOn = true;
  }

  /** Changes may have been missed. */
  lose(): void {
    this.#isOn = false;
    this.#stored.clear();
    for (const making of this.#making) making.isLost = true;
  }

  /** Removes everything that these changes concern, and stores nothing that is being made from it. */
  changed(changes: readonly Change[]): void {
    for (const change of changes) {
      const concerned = this.#dependents.of(change);
      this.drops += concerned.size;
      for (const entry of concerned) this.#stored.delete(entry);
      for (const making of this.#making) making.changes.push(change);
    }
  }

  find(asked: Asked): V | undefined {
    const entry = this.#entry(asked);
    if (!entry) return undefined;
    this.hits += 1;
    this.#hitsOf.set(asked.key, (this.#hitsOf.get(asked.key) ?? 0) + 1);
    return entry.value;
  }

  /** The keys that were found most often, at most so many. */
  hottest(count: number): string[] {
    const byHits = [...this.#hitsOf.entries()].sort(([, one], [, other]) => other - one);
    return byHits.slice(0, count).map(([key]) => key);
  }

  #entry({ key, network, state }: Asked): Entry<V> | undefined {
    const entry = this.#stored.get(key, network);
    if (!entry) return undefined;
    if (entry.state === state && entry.reads.until > this.#clock.now().getTime()) return entry;
    this.#stored.delete(entry);
    return undefined;
  }

  /** The same that is being made for another request; resolves to null if the result cannot be shared. */
  awaited({ key }: Asked): Promise<V | null> | undefined {
    return this.#refused.has(key) ? undefined : this.#awaited.get(key);
  }

  /** Runs `make`. What it returns is stored as `pack` says, if it can be: null, or what is stored, its size and its end. */
  async make<T>(
    asked: Asked,
    make: () => Promise<T>,
    pack: (made: T) => Promise<{ value: V; bytes: number; until?: number } | null>,
  ): Promise<Made<T, V>> {
    this.misses += 1;
    if (!this.#isOn) return { made: await make(), stored: null };
    const making: Making = { changes: [], isLost: false };
    const outer = currentReads();
    const reads = new Reads(asked.site, this.#sites);
    const { promise, resolve } = Promise.withResolvers<V | null>();
    const isFirst = !this.#awaited.has(asked.key);
    if (isFirst) this.#awaited.set(asked.key, promise);
    this.#making.add(making);
    let stored: V | null = null;
    try {
      const began = this.#clock.now().getTime();
      const made = await recording(reads, make);
      outer?.add(reads);
      const packed = reads.isCacheable ? await pack(made) : null;
      const until = Math.min(reads.until, began + longestMs, packed?.until ?? Number.POSITIVE_INFINITY);
      if (!packed) this.#refused.set(asked.key, true);
      else if (this.#isCurrent(making, reads, asked) && until > this.#clock.now().getTime()) {
        stored = packed.value;
        this.#store({
          ...asked,
          value: stored,
          bytes: packed.bytes,
          reads: { names: reads.names, until, isCacheable: true },
        });
      }
      return { made, stored };
    } finally {
      this.#making.delete(making);
      if (isFirst) this.#awaited.delete(asked.key);
      resolve(stored);
    }
  }

  /** Whether it shows all changes that this process knows: those that came meanwhile, and those that its replica may lack. */
  #isCurrent({ changes, isLost }: Making, reads: Reads, { readAt }: Asked): boolean {
    if (!this.#isOn || isLost) return false;
    const lacked = readAt === undefined ? [] : this.#recent?.after(readAt);
    if (lacked === null) return false;
    return ![...changes, ...(lacked ?? [])].some((change) => reads.meets(change));
  }

  #store(entry: Entry<V>): void {
    this.#refused.delete(entry.key);
    if (this.#stored.set(entry)) this.#dependents.add(entry, entry.reads.names);
  }

  /**
   * A value that is the same for everybody, made once. What is made from it depends on everything that it was made from.
   */
  async part(asked: Asked, make: () => Promise<V>, bytesOf: (value: V) => number): Promise<V> {
    const entry = this.#entry(asked);
    if (entry) {
      this.hits += 1;
      currentReads()?.add(entry.reads);
      return entry.value;
    }
    const shared = await this.awaited(asked);
    if (shared !== undefined && shared !== null) {
      const now = this.#entry(asked);
      if (now) {
        currentReads()?.add(now.reads);
        return now.value;
      }
    }
    const { made } = await this.make(asked, make, async (value) => ({ value, bytes: bytesOf(value) }));
    return made;
  }
}
