import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Services } from '#platform/context.ts';
import type { ServerBlobStore } from '#platform/files/blob-store.ts';
import { dueSince, queueSizes } from '#platform/jobs/failed.ts';
import type { Metrics } from './metrics.ts';

/** The file of the data folder that the last backup has written. */
export const lastBackupFile = (dataDir: string): string => join(dataDir, 'last-backup');

interface Read {
  readonly services: Services;
  readonly files: Pick<ServerBlobStore, 'stored'>;
  readonly pools: Readonly<Record<string, pg.Pool>>;
  readonly dataDir: string;
}

/** The states of parts that need nobody's attention. */
const fine = ['ok', 'off', 'outbox'];

/** Lets the metrics read the services of this process and the jobs of the installation whenever a report is made. */
export function readServices(metrics: Metrics, { services, files, pools, dataDir }: Read): void {
  const { of } = metrics;
  const { admission, caches, health } = services;
  metrics.onReport(() => {
    of.running.set(admission.requests.running);
    of.waiting.set(admission.requests.waiting);
    of.storedFiles.set(files.stored.files);
    of.storedBytes.set(files.stored.bytes);
    for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
      of.connections.set({ pool, state: 'busy' }, totalCount - idleCount);
      of.connections.set({ pool, state: 'idle' }, idleCount);
      of.connections.set({ pool, state: 'awaited' }, waitingCount);
    }
    for (const cache of ['pages', 'parts'] as const) {
      if (!caches) break;
      const { size, bytes, hits, misses, drops } = caches[cache];
      of.cachedPages.set({ cache }, size);
      of.cachedBytes.set({ cache }, bytes);
      of.cacheReads.set({ cache, outcome: 'hit' }, hits);
      of.cacheReads.set({ cache, outcome: 'miss' }, misses);
      of.cacheDrops.set({ cache }, drops);
    }
  });
  metrics.onReport(async () => {
    const { Parts } = await health.report();
    for (const [part, state] of Object.entries(Parts)) of.part.set({ part }, fine.includes(state) ? 1 : 0);
  });
  metrics.onReport(async () => {
    const { bavail, bsize, blocks } = await statfs(dataDir);
    of.diskFree.set(bavail * bsize);
    of.diskSize.set(blocks * bsize);
  });
  metrics.onReport(async () => {
    const { mtimeMs } = await stat(lastBackupFile(dataDir));
    of.lastBackup.set(mtimeMs / 1000);
  });
  metrics.onReport(async () => {
    const [sizes, due] = await Promise.all([queueSizes(services), dueSince(services)]);
    of.jobs.reset();
    of.oldestJob.reset();
    for (const { queue: job, waiting, running, failed } of sizes) {
      of.jobs.set({ job, state: 'waiting' }, waiting);
      of.jobs.set({ job, state: 'running' }, running);
      of.jobs.set({ job, state: 'failed' }, failed);
    }
    for (const { queue: job, seconds } of due) of.oldestJob.set({ job }, seconds);
  });
}
