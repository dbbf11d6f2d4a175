import { Worker } from 'node:worker_threads';
import type { Refusal } from '#lib/gbx/refusal.ts';
import { Problem } from '#platform/http/problem.ts';
import type { GbxReader } from './gbx-reader.ts';
import { type ReadAnswer, type ReadKind, type ReadRequest, ready } from './protocol.ts';

interface Task {
  readonly request: ReadRequest;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Options {
  threads?: number;
  timeoutMs?: number;
  /** most files waiting; beyond it people are asked to come back */
  waiting?: number;
  /** the thread's code; tests put a slow one in its place */
  script?: URL;
}

const loadingMs = 30_000;
const tooLong: { ok: false; refusal: Refusal } = {
  ok: false,
  refusal: { code: 'over-limit', message: 'This file takes too long to read.' },
};

/** Reads Gbx files in a few threads, started when first needed. A thread that hangs is ended and replaced. */
export class GbxPool implements GbxReader {
  readonly #options: Required<Options>;
  readonly #queue: Task[] = [];
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  readonly #ready = new WeakSet<Worker>();
  #closed = false;

  constructor(options: Options = {}) {
    const script = new URL('./worker.ts', import.meta.url);
    this.#options = { threads: 2, timeoutMs: 2000, waiting: 200, script, ...options };
  }

  challenge(bytes: Uint8Array): ReturnType<GbxReader['challenge']> {
    return this.#read('challenge', bytes) as ReturnType<GbxReader['challenge']>; // worker.ts runs readChallenge for it
  }

  replay(bytes: Uint8Array): ReturnType<GbxReader['replay']> {
    return this.#read('replay', bytes) as ReturnType<GbxReader['replay']>; // worker.ts runs readReplay for it
  }

  drawing(bytes: Uint8Array): ReturnType<GbxReader['drawing']> {
    return this.#read('drawing', bytes) as ReturnType<GbxReader['drawing']>; // worker.ts runs drawTrack for it
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const task of this.#queue.splice(0)) task.reject(new Error('The reader is closing.'));
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #read(kind: ReadKind, bytes: Uint8Array): Promise<unknown> {
    if (this.#closed) return Promise.reject(new Error('The reader is closed.'));
    if (this.#queue.length >= this.#options.waiting) {
      const detail = 'Too many files are being read at the moment. Try again in a few seconds.';
      return Promise.reject(new Problem(503, detail, { retryAfterSeconds: 5 }));
    }
    // a copy of its own, so that it can be handed over without copying again
    const request: ReadRequest = { kind, bytes: new Uint8Array(bytes) };
    return new Promise((resolve, reject) => {
      this.#queue.push({ request, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#queue.length === 0) return;
    const worker = this.#idle.pop() ?? this.#start();
    const task = worker && this.#queue.shift();
    if (task) this.#run(worker, task);
  }

  #start(): Worker | undefined {
    if (this.#all.size >= this.#options.threads || this.#closed) return undefined;
    const worker = new Worker(this.#options.script, { resourceLimits: { maxOldGenerationSizeMb: 128 } });
    this.#all.add(worker);
    worker.on('error', () => this.#all.delete(worker)); // a task under way hears of it too, see #run
    worker.on('exit', () => {
      this.#all.delete(worker);
      const at = this.#idle.indexOf(worker);
      if (at >= 0) this.#idle.splice(at, 1);
      if (!this.#closed) this.#next();
    });
    return worker;
  }

  #run(worker: Worker, { request, resolve, reject }: Task): void {
    worker.ref(); // whoever waits for a result keeps the process alive; an idle thread does not
    let timer: NodeJS.Timeout;
    const endAfter = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        finish();
        resolve(tooLong);
        void worker.terminate();
      }, ms);
    };
    // A thread that is only just loading its code, perhaps on a busy machine, must not be blamed on the file.
    endAfter(this.#ready.has(worker) ? this.#options.timeoutMs : loadingMs);
    const onMessage = (answer: typeof ready | ReadAnswer<unknown>) => {
      if (answer === ready) {
        this.#ready.add(worker);
        endAfter(this.#options.timeoutMs);
        return;
      }
      finish();
      worker.unref();
      this.#idle.push(worker);
      if ('result' in answer) resolve(answer.result);
      else reject(new Error(`The Gbx reader failed: ${answer.failure}`));
      this.#next();
    };
    const onError = (error: Error) => {
      finish();
      reject(error);
    };
    const onExit = () => onError(new Error('The Gbx reader ended.'));
    const finish = () => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(request, [request.bytes.buffer as ArrayBuffer]); // made in #read, never shared
  }
}
