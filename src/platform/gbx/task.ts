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

/** The outcome of a task: an answer, no answer in time, or the end of its thread. */
export type Outcome =
  | { readonly is: 'answered'; readonly answer: ReadAnswer<unknown> }
  | { readonly is: 'late' }
  | { readonly is: 'lost'; readonly error: Error };

/** A thread that is still loading its code, perhaps on a busy machine, gets this long before the time of the file counts. */
const loadingMs = 30_000;

/** Lets a thread read one file. The thread keeps the process alive meanwhile; an idle one does not. */
export function runTask(
  worker: Worker,
  { kind, bytes }: Task,
  isReady: boolean,
  timeoutMs: number,
): Promise<Outcome> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout;
    const endAfter = (ms: number) => {
      clearTimeout(timer);
      // An answer that came while this thread was busy is still read before the time counts as over.
      timer = setTimeout(() => setImmediate(() => finish({ is: 'late' })), ms);
    };
    const onMessage = (message: typeof ready | ReadAnswer<unknown>) =>
      message === ready ? endAfter(timeoutMs) : finish({ is: 'answered', answer: message });
    const onError = (error: Error) => finish({ is: 'lost', error });
    const onExit = () => finish({ is: 'lost', error: new Error('A thread that reads Gbx files ended.') });
    const finish = (outcome: Outcome) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      worker.unref();
      resolve(outcome);
    };
    worker.ref();
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    endAfter(isReady ? timeoutMs : loadingMs);
    // A copy is transferred, so that the caller can still use its bytes.
    const request: ReadRequest = { kind, bytes: new Uint8Array(bytes) };
    worker.postMessage(request, [request.bytes.buffer as ArrayBuffer]); // made one line above, never shared
  });
}
