import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { outsideAdmission } from '#platform/admission/admitted.ts';
import { Problem, serverStops } from '#platform/http/problem.ts';
import { FairLane, type LaneSender } from '#platform/lanes/fair-lane.ts';
import type { HashAnswer, HashRequest } from './hash-worker.ts';
import type { PasswordHasher } from './hasher.ts';

interface Options {
  /** how many passwords are hashed at the same time, each with 19 MiB */
  readonly threads: number;
  /** how many may wait; further ones are refused with a 503 */
  readonly waiting: number;
  /** called when a thread ended by itself, for the log */
  readonly onLost: (error: Error) => void;
  /** the code of the threads; tests replace it */
  readonly script: URL;
}

/** Passwords hashed at once, if there are cores for it, and those that wait. */
export const hashQueue = { atMost: 2, waiting: 100 } as const;

/** One core is left to pages. */
const usualThreads = Math.min(hashQueue.atMost, Math.max(1, availableParallelism() - 1));

/**
 * Hashes passwords in a few threads of its own, started when first needed: the asynchronous functions of the library share the
 * threads of Node with the reading of files. A thread that ends is replaced, and its password hashed again, once.
 */
export class HashPool implements PasswordHasher {
  readonly #options: Options;
  readonly #lane: FairLane;
  readonly #all = new Set<Worker>();
  readonly #idle: Worker[] = [];
  #closed = false;

  constructor(options: Partial<Options> = {}) {
    this.#options = {
      threads: usualThreads,
      waiting: hashQueue.waiting,
      onLost: () => {},
      script: new URL('./hash-worker.ts', import.meta.url),
      ...options,
    };
    this.#lane = new FairLane({
      width: this.#options.threads,
      waiting: this.#options.waiting,
      refusal: () => busy('Too many passwords are being checked at the moment. Try again in a few seconds.'),
    });
  }

  hash(sender: LaneSender, password: string): Promise<string> {
    return this.#run(sender, { stored: null, password }) as Promise<string>; // hash-worker.ts hashes without `stored`
  }

  verify(sender: LaneSender, stored: string, password: string): Promise<boolean> {
    return this.#run(sender, { stored, password }) as Promise<boolean>; // as above
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #run(sender: LaneSender, request: HashRequest): Promise<string | boolean> {
    return outsideAdmission(() => this.#lane.run(sender, () => this.#tryTwice(request)));
  }

  async #tryTwice(request: HashRequest): Promise<string | boolean> {
    const answer = (await this.#ask(request)) ?? (await this.#ask(request));
    if (!answer) throw busy('The password could not be checked. Try again in a few seconds.');
    if ('failure' in answer) throw new Error(answer.failure);
    return answer.result;
  }

  /** null if the thread ended. */
  async #ask(request: HashRequest): Promise<HashAnswer | null> {
    if (this.#closed) throw serverStops();
    const worker = this.#idle.pop() ?? this.#start();
    worker.ref();
    const settled = new AbortController();
    const { signal } = settled;
    try {
      const ended = once(worker, 'exit', { signal }).then(([code]) => {
        throw new Error(`A thread that hashes passwords ended with ${code}.`);
      });
      const answered = once(worker, 'message', { signal });
      worker.postMessage(request);
      const [answer] = await Promise.race([answered, ended]);
      worker.unref(); // an idle thread does not keep the process alive
      this.#idle.push(worker);
      return answer as HashAnswer; // the only message of hash-worker.ts
    } catch (error) {
      this.#options.onLost(error instanceof Error ? error : new Error(String(error)));
      return null;
    } finally {
      settled.abort();
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#options.script);
    this.#all.add(worker);
    // Without a listener the error of an idle thread would end the process.
    worker.on('error', () => this.#all.delete(worker));
    worker.on('exit', () => {
      this.#all.delete(worker);
      const at = this.#idle.indexOf(worker);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    return worker;
  }
}

const busy = (detail: string) => new Problem(503, detail, { retryAfterSeconds: 5 });
