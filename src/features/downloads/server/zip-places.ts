import type { Readable } from 'node:stream';
import { minuteMs } from '#lib/codes/durations.ts';
import { Problem } from '#platform/http/problem.ts';
import type { ReusingStream } from '#platform/http/send.ts';

const ownRetrySeconds = 30;
const fullRetrySeconds = 60;

/** A reader is judged by what it accepted in this time. */
const windowMs = minuteMs;
/** Bytes are added up in steps of this length. */
const stepMs = 10_000;

interface Limits {
  /** zips sent at once */
  readonly most: number;
  /** zips sent at once to one client, as long as no more than half of all places are taken; fewer when places are scarce */
  readonly maxEach: number;
  /** While all places are taken, a reader that accepted less than this within a minute loses its place. */
  readonly leastBytes: number;
}

/** Occupied until it is left. */
export interface Place {
  /** Counts bytes that the operating system accepted for this reader. */
  sent(bytes: number, nowMs: number): void;
  leave(): void;
}

interface Taken {
  readonly client: string;
  readonly sinceMs: number;
  readonly end: () => void;
  /** the latest steps, the newest last */
  readonly steps: { readonly startMs: number; bytes: number }[];
}

/**
 * Limits how many zips are sent at once, by this process and to each client: a slow reader occupies its place, and some memory, for
 * as long as it reads. When all places are taken, the slowest reader makes room if it is slower than any usual connection.
 */
export class Places {
  readonly #limits: Limits;
  readonly #taken = new Set<Taken>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Occupies a place for this client. `end` is called if it loses the place because it reads too slowly while others wait. Throws
   * a Problem if there is no place.
   */
  take(client: string, nowMs: number, end: () => void): Place {
    const own = [...this.#taken].filter((taken) => taken.client === client).length;
    if (own >= this.#mostFor()) {
      const detail = `You already have ${own} ${own === 1 ? 'download' : 'downloads'} running. Wait for one to finish.`;
      throw new Problem(429, detail, { retryAfterSeconds: ownRetrySeconds });
    }
    if (this.#taken.size >= this.#limits.most && !this.#endSlowest(nowMs)) {
      const detail = 'Too many zips are downloading right now. Try again in a minute.';
      throw new Problem(503, detail, { retryAfterSeconds: fullRetrySeconds });
    }
    const taken: Taken = { client, sinceMs: nowMs, end, steps: [] };
    this.#taken.add(taken);
    return {
      sent: (bytes, atMs) => addBytes(taken, bytes, atMs),
      leave: () => void this.#taken.delete(taken),
    };
  }

  /** Shrinks while places become scarce, so that a few clients with many zips do not keep everybody else out. */
  #mostFor(): number {
    const { most, maxEach } = this.#limits;
    const share = this.#taken.size / most;
    if (share <= 1 / 2) return maxEach;
    return share <= 3 / 4 ? Math.ceil(maxEach / 2) : 1;
  }

  /** Returns false if no reader is too slow. */
  #endSlowest(nowMs: number): boolean {
    const slow = [...this.#taken]
      .filter(({ sinceMs }) => nowMs - sinceMs >= windowMs)
      .map((taken) => ({ taken, bytes: acceptedIn(taken, nowMs) }))
      .filter(({ bytes }) => bytes < this.#limits.leastBytes)
      .sort((a, b) => a.bytes - b.bytes)[0];
    if (!slow) return false;
    this.#taken.delete(slow.taken);
    slow.taken.end();
    return true;
  }
}

function addBytes({ steps }: Taken, bytes: number, nowMs: number): void {
  const last = steps.at(-1);
  if (last && nowMs - last.startMs < stepMs) last.bytes += bytes;
  else steps.push({ startMs: nowMs, bytes });
  while (steps[0] && nowMs - steps[0].startMs > windowMs + stepMs) steps.shift();
}

/** A step that began before the window and reaches into it counts. */
const acceptedIn = ({ steps }: Taken, nowMs: number): number =>
  steps.reduce((sum, { startMs, bytes }) => sum + (nowMs - startMs < windowMs + stepMs ? bytes : 0), 0);

/** Ends the stream of a reader that lost its place; `send` breaks the connection, and the download can be resumed. */
export const loseReader = (body: Readable): void =>
  void body.destroy(
    Object.assign(new Error('The reader was too slow while others waited.'), { code: 'ECONNABORTED' }),
  );

/** Counts what a reader accepts for its place, which it leaves when the stream closes. */
export function occupy(body: ReusingStream, place: Place, nowMs: () => number): void {
  const release = body.release;
  body.release = (chunk) => {
    place.sent(chunk.length, nowMs());
    release(chunk);
  };
  body.once('close', () => place.leave());
}
