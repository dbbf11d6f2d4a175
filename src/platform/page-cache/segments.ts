import { LRUCache } from 'lru-cache';

interface Sized {
  readonly key: string;
  readonly bytes: number;
  /** the network of the client that it was made for */
  readonly network: string;
}

/** What several networks have requested may always fill the rest. */
const freshShare = 0.25;

/**
 * Cached things within a number of bytes. What only one network has requested takes the place of the others' only where it is free: a
 * client that requests everything once does not push out what several use.
 */
export class Segments<T extends Sized> {
  readonly #maxBytes: number;
  readonly #onRemoved: (thing: T) => void;
  /** requested by one network */
  readonly #fresh: LRUCache<string, T>;
  /** requested by several */
  readonly #shared: LRUCache<string, T>;
  #moving: T | null = null;

  /** `onRemoved` gets what is no longer stored, for whatever reason. */
  constructor(maxBytes: number, onRemoved: (thing: T) => void) {
    this.#maxBytes = maxBytes;
    this.#onRemoved = onRemoved;
    this.#fresh = this.#segment();
    this.#shared = this.#segment();
  }

  #segment(): LRUCache<string, T> {
    return new LRUCache<string, T>({
      maxSize: this.#maxBytes,
      sizeCalculation: ({ bytes }) => Math.ceil(bytes),
      dispose: (thing) => {
        if (thing !== this.#moving) this.#onRemoved(thing);
      },
    });
  }

  get size(): number {
    return this.#fresh.size + this.#shared.size;
  }

  get bytes(): number {
    return this.#fresh.calculatedSize + this.#shared.calculatedSize;
  }

  get(key: string, network: string): T | undefined {
    const shared = this.#shared.get(key);
    if (shared) return shared;
    const fresh = this.#fresh.get(key);
    if (fresh && fresh.network !== network) {
      this.#moving = fresh;
      this.#fresh.delete(key);
      this.#moving = null;
      this.#shared.set(key, fresh);
      this.#trim();
    }
    return fresh;
  }

  /** Whether it is stored: one that is larger than all together is not. */
  set(thing: T): boolean {
    const segment = this.#shared.has(thing.key) ? this.#shared : this.#fresh;
    segment.set(thing.key, thing);
    this.#trim();
    return segment.peek(thing.key) === thing;
  }

  #trim(): void {
    while (this.bytes > this.#maxBytes) {
      const isFresh = this.#fresh.calculatedSize > this.#maxBytes * freshShare || this.#shared.size === 0;
      (isFresh ? this.#fresh : this.#shared).pop();
    }
  }

  delete(thing: T): void {
    for (const segment of [this.#fresh, this.#shared])
      if (segment.peek(thing.key) === thing) segment.delete(thing.key);
  }

  clear(): void {
    this.#fresh.clear();
    this.#shared.clear();
  }
}
