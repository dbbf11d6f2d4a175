import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '#db/database.ts';
import { Problem } from '#platform/http/problem.ts';

/** The database cancels a list's statement that runs longer. */
export const listTimeoutMs = 2000;
/** A shape whose statement took longer is no longer trusted… */
const slowMs = 150;
/** …until it has been quick this many times. */
const quickRuns = 20;
/** Shapes remembered; one that was evicted counts as unknown again. */
const maxShapes = 2000;
/** This many requests may wait for the lane. */
const maxWaiting = 30;
const retryAfterSeconds = 5;

export const takesTooLong = () =>
  new Problem(
    503,
    'This search takes too long at the moment. Try again in a few seconds, or ask for less at once.',
    { retryAfterSeconds },
  );

export interface ListReadsOptions {
  /** connections reserved for lists, with `listTimeoutMs` set on them */
  readonly db: Kysely<Database>;
  /** statements of unknown or slow shapes that may run at once */
  readonly laneWidth: number;
  readonly waitMs?: number;
}

/**
 * How lists use the database: on separate connections, so that pages never wait for them, and with a lane for
 * statements whose shape is not known to be quick. A shape is the text without its values; the usual pages have a few
 * dozen, each known to be quick after its first run. Clients that send unusual or slow requests wait for one another.
 */
export class ListReads {
  readonly db: Kysely<Database>;
  readonly #laneWidth: number;
  readonly #waitMs: number;
  /** by name of the statement: above 0 it is trusted */
  readonly #quick = new LRUCache<string, number>({ max: maxShapes });
  readonly #line: { start(): void }[] = [];
  #inLane = 0;

  constructor({ db, laneWidth, waitMs = listTimeoutMs }: ListReadsOptions) {
    this.db = db;
    this.#laneWidth = laneWidth;
    this.#waitMs = waitMs;
  }

  async run<T>(shape: string, work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    const isTrusted = (this.#quick.get(shape) ?? 0) > 0;
    if (!isTrusted) await this.#enterLane();
    try {
      // the wait for a connection does not count as the statement's time
      return await this.db.connection().execute(async (one) => {
        const began = performance.now();
        try {
          return await work(one);
        } finally {
          this.#remember(shape, performance.now() - began);
        }
      });
    } finally {
      if (!isTrusted) this.#leaveLane();
    }
  }

  #remember(shape: string, tookMs: number): void {
    const before = this.#quick.get(shape) ?? 0;
    this.#quick.set(shape, tookMs > slowMs ? -quickRuns : Math.min(before + 1, quickRuns));
  }

  async #enterLane(): Promise<void> {
    if (this.#inLane < this.#laneWidth) {
      this.#inLane += 1;
      return;
    }
    if (this.#line.length >= maxWaiting) throw takesTooLong();
    await new Promise<void>((resolve, reject) => {
      const place = {
        start: () => {
          clearTimeout(timer);
          resolve(); // the finished request passes its place on
        },
      };
      const timer = setTimeout(() => {
        this.#line.splice(this.#line.indexOf(place), 1);
        reject(takesTooLong());
      }, this.#waitMs);
      this.#line.push(place);
    });
  }

  #leaveLane(): void {
    const next = this.#line.shift();
    if (next) next.start();
    else this.#inLane -= 1;
  }
}
