import { Problem } from '#platform/http/problem.ts';

const ownRetrySeconds = 30;
const fullRetrySeconds = 60;

/**
 * Limits how many zips are sent at once, by this process and to each user or visitor: a slow client occupies its place, and some
 * memory, for as long as it reads.
 */
export class Places {
  readonly #most: number;
  readonly #maxEach: number;
  readonly #taken = new Map<string, number>();
  #all = 0;

  constructor({ most, maxEach }: { most: number; maxEach: number }) {
    this.#most = most;
    this.#maxEach = maxEach;
  }

  /** Occupies a place for this person; the returned function releases it. Throws a Problem if there is none. */
  take(person: string): () => void {
    const own = this.#taken.get(person) ?? 0;
    if (own >= this.#maxEach) {
      const detail = `${own} zips are being sent to you at the moment. Wait until one of them is complete.`;
      throw new Problem(429, detail, { retryAfterSeconds: ownRetrySeconds });
    }
    if (this.#all >= this.#most) {
      const detail = 'Too many zips are being sent at the moment. Try again in a minute.';
      throw new Problem(503, detail, { retryAfterSeconds: fullRetrySeconds });
    }
    this.#all += 1;
    this.#taken.set(person, own + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#all -= 1;
      const left = (this.#taken.get(person) ?? 1) - 1;
      if (left > 0) this.#taken.set(person, left);
      else this.#taken.delete(person);
    };
  }
}
