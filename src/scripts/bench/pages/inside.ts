/**
 * Loaded by the benchmark of pages into a server process (`node --import`), so that the server needs no code for it and other
 * builds can be measured: counts statements and processor time.
 */
import { createRequire } from 'node:module';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';
import type { UsageAnswer, UsageRequest } from './protocol.ts';

if (isMainThread && process.send) {
  // the server's own copy, which is not ours when another build is measured
  const pg: typeof import('pg') = createRequire(process.argv[1] ?? import.meta.url)('pg');
  let statements = 0;
  let marked = 0;
  let marker: string | null = null;
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: InstanceType<typeof pg.Client>, ...sent: unknown[]) {
    statements += 1;
    if (marker !== null && JSON.stringify(sent.slice(0, 2))?.includes(marker)) marked += 1;
    return Reflect.apply(query, this, sent);
  } as typeof query;

  const stops = monitorEventLoopDelay({ resolution: 1 });
  stops.enable();
  let cpu = process.cpuUsage();
  process.on('message', (request: UsageRequest) => {
    const { user, system } = process.cpuUsage(cpu);
    const answer: UsageAnswer = {
      to: request.id,
      cpuMs: (user + system) / 1000,
      statements,
      marked,
      longestStopMs: stops.max / 1e6,
      residentBytes: process.memoryUsage.rss(),
    };
    process.send?.(answer);
    stops.reset();
    statements = 0;
    marked = 0;
    marker = request.marker;
    cpu = process.cpuUsage();
  });
  process.channel?.unref(); // the benchmark does not keep the server alive
}
