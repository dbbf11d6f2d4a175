import { outsideAdmission } from '#platform/admission/admitted.ts';
import { Problem, serverStops } from '#platform/http/problem.ts';
import { FairLane, type LaneSender } from '#platform/lanes/fair-lane.ts';
import { type PictureEngine, ProcessLost } from './engine.ts';
import { type ProcessOptions, ToolProcess } from './process.ts';
import type { PictureTools } from './tools.ts';

const mebibyte = 1024 * 1024;

interface Options extends ProcessOptions {
  readonly processes: number;
  /** how many turns may wait; further ones are refused with a 503 */
  readonly waiting: number;
  /** a process ends after so many turns, or when it has more memory after one: what it does not return is returned then */
  readonly turns: number;
  readonly restingBytes: number;
  /** processes end when nothing was drawn for so long */
  readonly idleMs: number;
  /** called when a process ended by itself, for the log */
  readonly onLost: (error: Error) => void;
}

/** What one picture may take. */
export const pictureCost = { processorMs: 20_000, residentBytes: 1536 * mebibyte } as const;

/** Turns at once, and those that wait. */
export const pictureQueue = { atOnce: 2, waiting: 60 } as const;

const defaults: Options = {
  processes: pictureQueue.atOnce,
  waiting: pictureQueue.waiting,
  // the most costly legitimate picture takes less than 3 s and 400 MiB
  limits: pictureCost,
  silentMs: 60_000,
  turns: 100,
  restingBytes: 192 * mebibyte,
  idleMs: 30_000,
  script: new URL('./tool-process.ts', import.meta.url),
  onLost: () => {},
};

interface Worker {
  readonly process: ToolProcess;
  turns: number;
}

/**
 * Draws pictures in a few processes, started when first needed: sharp shares the threads of Node with the reading of files, and the
 * memory of libvips is returned reliably only when a process ends. A process that ends by itself is replaced, and its turn
 * repeated once; only the pictures of that turn are affected.
 */
export class PicturePool implements PictureEngine {
  readonly #options: Options;
  readonly #lane: FairLane;
  readonly #all = new Set<Worker>();
  readonly #idle: Worker[] = [];
  #idleTimer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: Partial<Options> = {}) {
    this.#options = { ...defaults, ...options };
    this.#lane = new FairLane({
      width: this.#options.processes,
      waiting: this.#options.waiting,
      refusal: () => busy('Too many pictures are being drawn at the moment. Try again in a few seconds.'),
    });
  }

  /** Ids of the processes that are running. */
  get pids(): number[] {
    return [...this.#all].map(({ process }) => process.pid).filter((pid) => pid !== null);
  }

  take<T>(sender: LaneSender, work: (tools: PictureTools) => Promise<T>): Promise<T> {
    return outsideAdmission(() => this.#lane.run(sender, () => this.#tryTwice(work)));
  }

  async #tryTwice<T>(work: (tools: PictureTools) => Promise<T>): Promise<T> {
    try {
      return await this.#turn(work);
    } catch (error) {
      if (!(error instanceof ProcessLost)) throw error;
      this.#options.onLost(error);
    }
    try {
      return await this.#turn(work);
    } catch (error) {
      if (!(error instanceof ProcessLost)) throw error;
      this.#options.onLost(error);
      throw busy('The picture could not be drawn: its process ended twice. Try again in a few seconds.');
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#endAll(this.#all);
  }

  async #turn<T>(work: (tools: PictureTools) => Promise<T>): Promise<T> {
    if (this.#closed) throw serverStops();
    clearTimeout(this.#idleTimer);
    const worker = this.#idleWorker() ?? { process: new ToolProcess(this.#options), turns: 0 };
    this.#all.add(worker);
    try {
      return await work(worker.process.tools);
    } finally {
      this.#putBack(worker);
    }
  }

  #idleWorker(): Worker | undefined {
    for (let worker = this.#idle.pop(); worker; worker = this.#idle.pop()) {
      if (!worker.process.isLost) return worker;
      this.#all.delete(worker);
    }
    return undefined;
  }

  #putBack(worker: Worker): void {
    const { turns, restingBytes, idleMs } = this.#options;
    worker.turns++;
    const isSpent = worker.turns >= turns || worker.process.residentBytes > restingBytes;
    if (this.#closed || isSpent || worker.process.isLost) this.#endAll([worker]);
    else this.#idle.push(worker);
    if (this.#idle.length < this.#all.size) return; // one is still working
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#endAll(this.#idle.splice(0)), idleMs).unref();
  }

  #endAll(workers: Iterable<Worker>): void {
    for (const worker of workers) {
      this.#all.delete(worker);
      worker.process.end();
    }
  }
}

const busy = (detail: string) => new Problem(503, detail, { retryAfterSeconds: 5 });
