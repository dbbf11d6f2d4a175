import { totalmem } from 'node:os';

const mebibytes = (count: number) => `${Math.floor(count)}MB`;

/** Memory available to this process: a container's limit if there is one. */
function memoryMebibytes(): number {
  const limit = process.constrainedMemory();
  return Math.min(limit > 0 ? limit : Number.POSITIVE_INFINITY, totalmem()) / 2 ** 20;
}

/** Settings that were measured with searches; the sizes depend on the machine's memory. */
export function serverSettings(port: number, durable: boolean): Record<string, string> {
  const memory = memoryMebibytes();
  return {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // a failed statement is an error of its client, which logs it in its own way; visitors could cause any number
    log_min_messages: 'log',
    log_min_error_statement: 'fatal',
    max_connections: '200',
    shared_buffers: mebibytes(durable ? Math.min(4096, Math.max(64, memory / 6)) : 128),
    effective_cache_size: mebibytes(Math.max(128, memory / 2)),
    work_mem: memory >= 8192 ? '64MB' : '16MB',
    maintenance_work_mem: memory >= 8192 ? '512MB' : '64MB',
    // stable plans: short queries, no JIT, no parallel workers, data mostly in memory
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    random_page_cost: '1.1',
    // index-only scans need a fresh visibility map
    autovacuum_vacuum_scale_factor: '0.02',
    autovacuum_vacuum_insert_scale_factor: '0.02',
    autovacuum_analyze_scale_factor: '0.02',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    // an embedded server has no replicas
    wal_level: 'minimal',
    max_wal_senders: '0',
    // databases of tests live for seconds: their statistics are never used, and a worker in one delays dropping it
    ...(durable
      ? {}
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  };
}
