import { type ResourceLimits, Worker } from 'node:worker_threads';
import { refusal } from '#lib/gbx/read/refusal.ts';
import { currentClient, outsideAdmission } from '#platform/admission/admitted.ts';
import type { ClientKey } from '#platform/admission/clients.ts';
import { Problem, serverStops } from '#platform/http/problem.ts';
import { FairLane } from '#platform/lanes/fair-lane.ts';
import type { GbxReader } from './gbx-reader.ts';
import { packRuns } from './packed-runs.ts';
import { type ReadKind, ready } from './protocol.ts';
import { type Outcome, processorTimeOf, runTask, type Task, type TaskLimits } from './task.ts';

interface Options extends Partial<TaskLimits> {
  threads?: number;
  /** at most so many files wait; then one of the client with most of them is refused with a 503 */
  waiting?: number;
  /** at most so many bytes wait, the files being read not counted; one file of each client may always wait */
  waitingBytes?: number;
  /** of each thread; exceeding it ends the thread, and its file is refused */
  memory?: ResourceLimits;
  /** the thread's code; tests replace it */
  script?: URL;
  /** called when a thread ended by itself, for the log */
  onLost?: (error: Error) => void;
}

const mebibyte = 1024 * 1024;

/** Of one file. */
export const readingLimits = { processorMs: 2000, heapMiB: 128 } as const;

const busyServer =
  'The server is too busy to read this file at the moment. Nothing is wrong with the file: try again in a few seconds.';

const tooManyFiles = () =>
  new Problem(503, 'Too many files are being read at the moment. Try again in a few seconds.', {
    retryAfterSeconds: 5,
  });

/**
 * Reads Gbx files in a few threads, started when first needed and shared between clients. A thread that hangs, dies or runs out of memory is
 * replaced; only the file it was reading is affected. A file is refused for the processor time and the memory it takes, never
 * for elapsed time: on a busy machine a thread may wait long for a processor, and the next attempt may succeed.
 */
export class GbxPool implements GbxReader {
  readonly #options: Required<Options>;
  readonly #lane: FairLane;
  /** tasks that wait for a thread to start: no more than there are threads */
  readonly #queue: Task[] = [];
  /** how many files of each client wait for their turn */
  readonly #waiting = new Map<ClientKey, number>();
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  readonly #ready = new WeakSet<Worker>();
  #waitingBytes = 0;
  #closed = false;

  constructor(options: Options = {}) {
    this.#options = {
      threads: 2,
      // files of the largest accepted sizes take a tenth of it
      processorMs: readingLimits.processorMs,
      patienceMs: 30_000,
      usedMs: processorTimeOf,
      waiting: 200,
      waitingBytes: 64 * mebibyte,
      // a track of 100,000 blocks takes less than 50 MB; buffers are bounded by the limits of lib/gbx
      memory: { maxOldGenerationSizeMb: readingLimits.heapMiB, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
      script: new URL('./worker.ts', import.meta.url),
      onLost: () => {},
      ...options,
    };
    const { threads: width, waiting } = this.#options;
    this.#lane = new FairLane({ width, waiting, refusal: tooManyFiles });
  }

  challenge(bytes: Uint8Array): ReturnType<GbxReader['challenge']> {
    return this.#read('challenge', bytes) as ReturnType<GbxReader['challenge']>; // worker.ts runs readChallengeFacts for it
  }

  replay(bytes: Uint8Array): ReturnType<GbxReader['replay']> {
    return this.#read('replay', bytes) as ReturnType<GbxReader['replay']>; // worker.ts runs readReplayFacts for it
  }

  checkpoints(bytes: Uint8Array): ReturnType<GbxReader['checkpoints']> {
    return this.#read('checkpoints', bytes) as ReturnType<GbxReader['checkpoints']>; // worker.ts runs readCheckpointTimes for it
  }

  drawing(bytes: Uint8Array, replay: Uint8Array | null): ReturnType<GbxReader['drawing']> {
    const packed = packRuns([bytes, replay ?? new Uint8Array()]);
    return this.#read('drawing', packed) as ReturnType<GbxReader['drawing']>; // worker.ts runs drawPacked for it
  }

  solid(bytes: Uint8Array, fit: readonly number[]): ReturnType<GbxReader['solid']> {
    const packed = packRuns([bytes, new Uint8Array(Int32Array.from(fit).buffer)]);
    return this.#read('solid', packed) as ReturnType<GbxReader['solid']>; // worker.ts runs solidPacked for it
  }

  inputs(bytes: Uint8Array): ReturnType<GbxReader['inputs']> {
    return this.#read('inputs', bytes) as ReturnType<GbxReader['inputs']>; // worker.ts runs measureInputs for it
  }

  line(bytes: Uint8Array): ReturnType<GbxReader['line']> {
    return this.#read('line', bytes) as ReturnType<GbxReader['line']>; // worker.ts runs readShortLine for it
  }

  sharedInputs(own: Uint8Array, others: readonly Uint8Array[]): ReturnType<GbxReader['sharedInputs']> {
    const packed = packRuns([own, ...others]);
    return this.#read('shared-inputs', packed) as ReturnType<GbxReader['sharedInputs']>; // worker.ts runs comparePacked for it
  }

  runOnTrack(replay: Uint8Array, track: Uint8Array): ReturnType<GbxReader['runOnTrack']> {
    const packed = packRuns([replay, track]);
    return this.#read('run-on-track', packed) as ReturnType<GbxReader['runOnTrack']>; // worker.ts runs readRunOnTrack for it
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const task of this.#queue.splice(0)) task.reject(serverStops());
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  async #read(kind: ReadKind, bytes: Uint8Array): Promise<unknown> {
    if (this.#closed) throw serverStops();
    const client = currentClient();
    const startsToRead = this.#lane.isFull ? this.#startsToWait(client, bytes.length) : () => {};
    try {
      const sender = { client: client === 'process' ? null : client };
      return await outsideAdmission(() =>
        this.#lane.run(sender, () => {
          startsToRead();
          return this.#give(kind, bytes);
        }),
      );
    } finally {
      startsToRead(); // if it was refused
    }
  }

  /** Counts a file of this client as waiting, until the function that is returned is called. Its size was limited when it arrived. */
  #startsToWait(client: ClientKey, size: number): () => void {
    const own = this.#waiting.get(client) ?? 0;
    if (own > 0 && this.#waitingBytes + size > this.#options.waitingBytes) throw tooManyFiles();
    this.#waiting.set(client, own + 1);
    this.#waitingBytes += size;
    let waits = true;
    return () => {
      if (!waits) return;
      waits = false;
      this.#waitingBytes -= size;
      const left = (this.#waiting.get(client) ?? 1) - 1;
      if (left > 0) this.#waiting.set(client, left);
      else this.#waiting.delete(client);
    };
  }

  #give(kind: ReadKind, bytes: Uint8Array): Promise<unknown> {
    if (this.#closed) return Promise.reject(serverStops());
    return new Promise((resolve, reject) => {
      this.#queue.push({ kind, bytes, resolve, reject, tries: 0 });
      this.#next();
    });
  }

  #next(): void {
    if (this.#queue.length === 0) return;
    const worker = this.#idle.pop() ?? this.#start();
    const task = worker && this.#queue.shift();
    if (!task) return;
    task.tries++;
    void runTask(worker, task, this.#ready.has(worker), this.#options).then((outcome) =>
      this.#settle(worker, task, outcome),
    );
  }

  #settle(worker: Worker, task: Task, outcome: Outcome): void {
    if (outcome.is === 'answered') {
      this.#ready.add(worker);
      this.#idle.push(worker);
      if ('result' in outcome.answer) task.resolve(outcome.answer.result);
      else task.reject(new Error(`The Gbx reader failed: ${outcome.answer.failure}`));
      this.#next();
    } else if (outcome.is === 'lost') {
      this.#lost(task, outcome.error);
    } else {
      if (outcome.is === 'greedy') task.resolve({ ok: false, refusal: refusal('too-slow') });
      else this.#tryAgain(task, busyServer);
      void worker.terminate();
    }
  }

  /** The thread of a task ended by itself; its `exit` event starts the next one. */
  #lost(task: Task, error: Error): void {
    if (this.#closed) {
      task.reject(serverStops());
      return;
    }
    this.#options.onLost(error);
    if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      task.resolve({ ok: false, refusal: refusal('out-of-memory') });
    } else {
      this.#tryAgain(
        task,
        'This file could not be read: its reader stopped twice. Try again in a few seconds.',
      );
    }
  }

  /** The file may not be the reason, so it gets a second thread, and then its sender another attempt. */
  #tryAgain(task: Task, detail: string): void {
    if (task.tries < 2) {
      this.#queue.unshift(task);
      this.#next();
    } else {
      task.reject(new Problem(503, detail, { retryAfterSeconds: 5 }));
    }
  }

  #start(): Worker | undefined {
    if (this.#all.size >= this.#options.threads || this.#closed) return undefined;
    const worker = new Worker(this.#options.script, { resourceLimits: this.#options.memory });
    this.#all.add(worker);
    worker.on('message', (message) => message === ready && this.#ready.add(worker));
    // Without a listener the error of an idle thread would end the process; a task has its own, in runTask.
    worker.on('error', () => this.#all.delete(worker));
    worker.on('exit', () => {
      this.#all.delete(worker);
      const at = this.#idle.indexOf(worker);
      if (at >= 0) this.#idle.splice(at, 1);
      if (!this.#closed) this.#next();
    });
    return worker;
  }
}
