import type { ProblemBody } from '#lib/wire/problem.ts';
import { unreadableReason } from '#lib/wire/unreadable.ts';

const tries = 5;
const firstWaitMs = 500;
/** if the server demands a longer wait, the request is not repeated */
const maxWaitMs = 120_000;
/** a request without an answer */
const timeoutMs = 120_000;

/** Statuses after which the same request may succeed. */
const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** The environment, which tests replace. */
export interface Surroundings {
  readonly fetch: typeof fetch;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  readonly random: () => number;
}

const browser: Surroundings = {
  fetch: (...request) => fetch(...request),
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    }),
  now: () => Date.now(),
  random: () => Math.random(),
};

/** A request that failed for good, with a sentence for the user. */
export class FetchFailure extends Error {
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

type Attempt<T> =
  | { ok: true; value: T }
  | { ok: false; failure: FetchFailure; mayPass: boolean; waitMs: number };

/**
 * Requests that are repeated a few times with growing pauses. When the server makes one of them wait, all of them wait. Aborting
 * the signal rejects with its reason.
 */
export class RetryingFetch {
  readonly #signal: AbortSignal;
  readonly #around: Surroundings;
  #notBefore = 0;

  constructor(signal: AbortSignal, around = browser) {
    this.#signal = signal;
    this.#around = around;
  }

  /** `read` runs within each try, because a body may end too early. */
  async get<T>(path: string, accept: string, read: (response: Response) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      await this.#pause();
      const answer = await this.#once(path, accept, read);
      if (answer.ok) return answer.value;
      const waitMs = Math.max(answer.waitMs, this.#backoff(attempt));
      if (!answer.mayPass || attempt === tries || waitMs > maxWaitMs) throw answer.failure;
      if (answer.waitMs > 0) this.#notBefore = Math.max(this.#notBefore, this.#around.now() + answer.waitMs);
      await this.#around.wait(waitMs, this.#signal);
    }
  }

  async #pause(): Promise<void> {
    this.#signal.throwIfAborted();
    const waitMs = this.#notBefore - this.#around.now();
    if (waitMs > 0) await this.#around.wait(waitMs, this.#signal);
  }

  /** Doubles with each try; half of it is random, so that parallel requests do not return together. */
  #backoff(attempt: number): number {
    return firstWaitMs * 2 ** (attempt - 1) * (0.5 + this.#around.random() / 2);
  }

  async #once<T>(
    path: string,
    accept: string,
    read: (response: Response) => Promise<T>,
  ): Promise<Attempt<T>> {
    const request = new AbortController(); // AbortSignal.any is missing up to Chrome 115, Firefox 123 and Safari 17.3
    const abort = () => request.abort();
    const timer = setTimeout(abort, timeoutMs);
    this.#signal.addEventListener('abort', abort);
    if (this.#signal.aborted) abort();
    try {
      const response = await this.#around.fetch(path, { headers: { accept }, signal: request.signal });
      if (response.ok) return { ok: true, value: await read(response) };
      const failure = new FetchFailure(response.status, await sentenceOf(response));
      return {
        ok: false,
        failure,
        mayPass: passing.has(response.status),
        waitMs: this.#retryAfterMs(response),
      };
    } catch {
      this.#signal.throwIfAborted();
      return {
        ok: false,
        failure: new FetchFailure(0, 'Couldn’t reach the server.'),
        mayPass: true,
        waitMs: 0,
      };
    } finally {
      clearTimeout(timer);
      this.#signal.removeEventListener('abort', abort);
    }
  }

  /** Retry-After: seconds, or a date. */
  #retryAfterMs({ headers }: Response): number {
    const text = headers.get('retry-after') ?? '';
    const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - this.#around.now();
    return Number.isFinite(ms) ? Math.max(0, ms) : 0;
  }
}

async function sentenceOf(response: Response): Promise<string> {
  try {
    const { detail } = (await response.json()) as Partial<ProblemBody>; // our own server's problems
    if (detail) return detail;
  } catch {
    // not JSON: a proxy in between
  }
  return unreadableReason(response.status);
}
