/**
 * Loaded by the soak test into the server process (`node --import`), so that the server needs no code for it: measures the heap
 * after garbage collection, and kills threads.
 */
import { isMainThread, type Worker } from 'node:worker_threads';
import type { InsideAnswer, InsideRequest } from './protocol.ts';

if (isMainThread && process.send) {
  const threads = new Set<Worker>();
  process.on('worker', (worker) => {
    threads.add(worker);
    worker.once('exit', () => threads.delete(worker));
  });
  const answer = (text: InsideAnswer) => process.send?.(text);
  process.on('message', (request: InsideRequest) => {
    if (request.ask === 'heap') {
      globalThis.gc?.();
      const { heapUsed, external } = process.memoryUsage();
      answer({ to: request.id, bytes: heapUsed + external });
      return;
    }
    const victim = [...threads][Math.floor(Math.random() * threads.size)];
    // answers once the thread has ended: a file that two ending threads were given would rightly be refused
    void victim?.terminate().then(() => answer({ to: request.id, killed: 1 }));
    if (!victim) answer({ to: request.id, killed: 0 });
  });
  process.channel?.unref(); // the soak test does not keep the server alive
}
