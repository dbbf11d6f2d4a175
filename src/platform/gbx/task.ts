import type { Worker } from 'node:worker_threads';
import { type ReadAnswer, type ReadKind, type ReadRequest, ready } from './protocol.ts';

/** A file that waits to be read. */
export interface Task {
  readonly kind: ReadKind;
  readonly bytes: Uint8Array;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  /** how often a thread was given it */
  tries: number;
}

/**
 * The outcome of a task: an answer, too much processor time used, no answer for so long that the thread must be stuck or the machine
 * overloaded, or the end of its thread. Only `greedy` says something about the file.
 */
export type Outcome =
  | { readonly is: 'answered'; readonly answer: ReadAnswer<unknown> }
  | { readonly is: 'greedy' }
  | { readonly is: 'stalled' }
  | { readonly is: 'lost'; readonly error: Error };

/** The limits of one file. */
export interface TaskLimits {
  /** Processor time that a thread may use for the file. */
  readonly processorMs: number;
  /** Elapsed time until the thread is given up. Far more than any file takes, because it includes waiting for a processor. */
  readonly patienceMs: number;
  /** Returns the processor time that a thread has used since its start, in milliseconds. */
  readonly usedMs: (worker: Worker) => Promise<number>;
}

/** Reads the processor time of a thread from the operating system, also while the thread is busy. */
export async function processorTimeOf(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1000;
}

/** Between two checks of a thread that has almost used its processor time. */
const leastCheckMs = 10;

/**
 * Lets a thread read one file. The thread keeps the process alive meanwhile; an idle one does not. A thread cannot use more processor
 * time than has elapsed, so it is checked when it could have used up its limit at the earliest.
 */
export function runTask(
  worker: Worker,
  { kind, bytes }: Task,
  isReady: boolean,
  { processorMs, patienceMs, usedMs }: TaskLimits,
): Promise<Outcome> {
  return new Promise((resolve) => {
    let isOver = false;
    let check: NodeJS.Timeout | undefined;
    const finish = (outcome: Outcome) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(check);
      clearTimeout(stalled);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      worker.unref();
      resolve(outcome);
    };
    // An answer that arrived while this thread was busy is read before the outcome is decided.
    const afterMessages = (outcome: Outcome) => setImmediate(() => finish(outcome));
    const watch = async (beganMs: number): Promise<void> => {
      const leftMs = processorMs - ((await usedMs(worker)) - beganMs);
      if (isOver) return;
      if (leftMs < 0) afterMessages({ is: 'greedy' });
      else check = setTimeout(() => void watch(beganMs).catch(hasEnded), Math.max(leftMs, leastCheckMs));
    };
    const begin = async (): Promise<void> => {
      const beganMs = await usedMs(worker);
      if (isOver) return;
      // A copy is transferred, so that the caller can still use its bytes.
      const request: ReadRequest = { kind, bytes: new Uint8Array(bytes) };
      worker.postMessage(request, [request.bytes.buffer as ArrayBuffer]); // made one line above, never shared
      check = setTimeout(() => void watch(beganMs).catch(hasEnded), Math.max(processorMs, leastCheckMs));
    };
    // A thread that has ended has no processor time: its `exit` event decides.
    const hasEnded = () => undefined;
    const onMessage = (message: typeof ready | ReadAnswer<unknown>) =>
      message === ready ? void begin().catch(hasEnded) : finish({ is: 'answered', answer: message });
    const onError = (error: Error) => finish({ is: 'lost', error });
    const onExit = () => finish({ is: 'lost', error: new Error('A thread that reads Gbx files ended.') });
    worker.ref();
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    const stalled = setTimeout(() => afterMessages({ is: 'stalled' }), patienceMs);
    // loading the code of a new thread does not count
    if (isReady) void begin().catch(hasEnded);
  });
}
