import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '#db/database.ts';
import { Problem } from '#platform/http/problem.ts';

/** A statement of a list that runs longer is ended by the database. */
export const listTimeoutMs = 2000;
/** A shape of statement that took longer is no longer trusted… */
const slowMs = 150;
/** …until it came back in time so often. */
const quickRuns = 20;
/** Shapes remembered; one that was evicted is unknown again. */
const mostShapes = 2000;
/** So many may stand in line for the lane. */
const mostWaiting = 30;
const retryAfterSeconds = 5;

export const takesTooLong = () =>
  new Problem(
    503,
    'This search takes too long at the moment. Try again in a few seconds, or ask for less at once.',
    { retryAfterSeconds },
  );

export interface ListReadsOptions {
  /** connections kept for lists, with `listTimeoutMs` set on them */
  readonly db: Kysely<Database>;
  /** statements of unknown or slow shapes that may run at once */
  readonly laneWidth: number;
  readonly waitMs?: number;
}

/**
 * How lists reach the database: on connections of their own, so that pages never wait for them, and with a lane for
 * statements whose shape nobody has seen to be quick. A shape is a text without its values; the usual pages have a few
 * dozen, each proven by its first run. Who makes up others, or slow ones, waits for others who do.
 */
export class ListReads {
  readonly db: Kysely<Database>;
  readonly #laneWidth: number;
  readonly #waitMs: number;
  /** by name of the statement: above 0 it is trusted */
  readonly #quick = new LRUCache<string, number>({ max: mostShapes });
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
      // the wait for a connection is not the statement's
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
    if (this.#line.length >= mostWaiting) throw takesTooLong();
    await new Promise<void>((resolve, reject) => {
      const place = {
        start: () => {
          clearTimeout(timer);
          resolve(); // the leaving request hands its place over
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
