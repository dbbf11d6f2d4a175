import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CopiedColumn } from './copied-rows.ts';
import type { KeyKind } from './key-column.ts';
import { RowIndex } from './row-index.ts';

export interface LoadTask {
  /** of the database */
  readonly url: string;
  /** without parameters */
  readonly query: string;
  /** the columns of the query */
  readonly columns: readonly CopiedColumn[];
  readonly orders: readonly KeyKind[];
}

export type LoadAnswer = { readonly index: RowIndex } | { readonly failure: string };

/** Fills indexes from queries in a thread of its own, one after the other: this thread answers requests meanwhile. */
export class IndexLoader {
  readonly #worker = new Worker(new URL('./load-worker.ts', import.meta.url));

  /** Rejects if the query fails, or the loader is closed. */
  async load(task: LoadTask): Promise<RowIndex> {
    this.#worker.postMessage(task);
    const ended = once(this.#worker, 'exit').then(() => {
      throw new Error('The thread that fills indexes ended.');
    });
    const answered: Promise<[LoadAnswer]> = once(this.#worker, 'message') as Promise<[LoadAnswer]>; // what load-worker.ts sends
    const [answer] = await Promise.race([answered, ended]);
    if ('failure' in answer) throw new Error(answer.failure);
    const index = new RowIndex(task.orders);
    index.adopt(answer.index);
    return index;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
