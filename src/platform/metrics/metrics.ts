import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** A process counts since its start; labels have few values, never an address or a name that somebody typed. */
const definitions = (registers: Registry[]) => {
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name: `paddock_${name}`, help, labelNames, registers });
  const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name: `paddock_${name}`, help, labelNames, registers });
  const histogram = <L extends string>(name: string, help: string, labelNames: L[], buckets: number[]) =>
    new Histogram({ name: `paddock_${name}`, help, labelNames, buckets, registers });
  return {
    requests: counter('requests_total', 'Requests that ended, by the pattern of their address', [
      'route',
      'status',
    ]),
    requestSeconds: histogram(
      'request_seconds',
      'Time until a response was sent',
      ['route'],
      [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    ),
    running: gauge('requests_running', 'Requests that are computed at the moment'),
    waiting: gauge('requests_waiting', 'Requests that wait for their turn'),
    refusals: counter('refusals_total', 'Requests that were refused', ['reason']),
    statements: histogram(
      'statement_seconds',
      'Time until the database responded',
      ['pool'],
      [0.001, 0.005, 0.02, 0.1, 0.5, 2],
    ),
    connections: gauge('database_connections', 'Connections of this process', ['pool', 'state']),
    jobsRun: counter('jobs_run_total', 'Jobs that ended in this process', ['job', 'outcome']),
    jobSeconds: counter('job_seconds_total', 'Time in which jobs ran', ['job']),
    jobs: gauge('jobs', 'Jobs of the installation', ['job', 'state']),
    oldestJob: gauge('oldest_job_seconds', 'How long the oldest job has been due', ['job']),
    part: gauge('part_ok', 'Whether a part of the process is as it should be', ['part']),
    searchLoaded: gauge('search_loaded', 'Whether all tracks can be found in memory'),
    searchRows: gauge('search_rows', 'Tracks in memory'),
    searchLag: gauge('search_lag_seconds', 'Time since changes were last read'),
    cachedPages: gauge('cached_pages', 'Pages and parts of pages in memory', ['cache']),
    cachedBytes: gauge('cached_bytes', 'Bytes of them', ['cache']),
    cacheReads: gauge('cache_reads_total', 'Reads of the cache since the start', ['cache', 'outcome']),
    cacheDrops: gauge('cache_drops_total', 'Entries that changes removed since the start', ['cache']),
    storedFiles: gauge('stored_files_total', 'Files that this process stored since its start'),
    storedBytes: gauge('stored_bytes_total', 'Bytes of them'),
    mails: counter('mails_total', 'Mails by what became of them', ['outcome']),
    diskFree: gauge('disk_free_bytes', 'Free space where the files are'),
    diskSize: gauge('disk_size_bytes', 'Size of that file system'),
    lastBackup: gauge(
      'last_backup_timestamp_seconds',
      'When the last complete backup of the data folder began',
    ),
  };
};

/** What a process measures, for Prometheus. Exists only if the operator has set a port for it. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #readers: (() => void | Promise<void>)[] = [];
  readonly of = definitions([this.#registry]);

  /** `process`: also processor, memory, event loop and garbage collection. */
  constructor({ process = true } = {}) {
    if (process) collectDefaultMetrics({ register: this.#registry });
  }

  /** `read` sets gauges; it is called for each report. */
  onReport(read: () => void | Promise<void>): void {
    this.#readers.push(read);
  }

  /** All values as text. What cannot be read, such as jobs without a database, keeps its last value. */
  async report(): Promise<string> {
    await Promise.allSettled(this.#readers.map(async (read) => read()));
    return this.#registry.metrics();
  }

  /** The names under which values appear, without `_bucket`, `_sum` and `_count` of histograms. */
  names(): readonly string[] {
    return this.#registry.getMetricsAsArray().map(({ name }) => name);
  }
}
