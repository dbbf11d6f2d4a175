import { parentPort } from 'node:worker_threads';
import { copyOut } from '#platform/postgres/copy-out.ts';
import { copiedRow } from './copied-rows.ts';
import type { LoadAnswer, LoadTask } from './index-loader.ts';
import { RowIndex } from './row-index.ts';

if (!parentPort) throw new Error('This file is a worker thread of platform/row-index/index-loader.ts.');
const port = parentPort;

async function load({ url, query, columns, orders }: LoadTask): Promise<RowIndex> {
  const index = new RowIndex(orders);
  await copyOut({ url, query }, (bytes, offset) => {
    const row = copiedRow(bytes, offset, columns);
    if (row) index.append(row);
  });
  index.sort();
  return index;
}

/** The memory of all typed arrays in an object, which is handed over instead of copied. */
function memoryOf(part: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(part))
    found.add(part.buffer as ArrayBuffer); // nothing here is shared
  else if (part instanceof Map) for (const value of part.values()) memoryOf(value, found);
  else if (typeof part === 'object' && part !== null)
    for (const value of Object.values(part)) memoryOf(value, found);
  return found;
}

port.on('message', (task: LoadTask) => {
  load(task).then(
    (index) => port.postMessage({ index } satisfies LoadAnswer, [...memoryOf(index)]),
    (error: unknown) => port.postMessage({ failure: String(error) } satisfies LoadAnswer),
  );
});
