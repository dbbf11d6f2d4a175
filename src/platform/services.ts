import { join } from 'node:path';
import { jobTimeoutMs, openDb, openPool } from '#db/client.ts';
import type { Site } from '#sites/schema.ts';
import { Admission } from './admission/admission.ts';
import { watchClients } from './admission/watch.ts';
import { HashPool } from './auth/hashing/hash-pool.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Services } from './context.ts';
import { openFiles } from './files/open-files.ts';
import { GbxPool } from './gbx/pool.ts';
import { Health } from './health/health.ts';
import { databaseProbe, diskProbe, filesProbe, watchedMailer } from './health/probes.ts';
import { openJobQueue, type RunningQueue } from './jobs/pg-boss.ts';
import type { Job } from './jobs/registry.ts';
import { ListReads, listTimeoutMs } from './lists/reads.ts';
import { makeLog } from './log.ts';
import { outboxMailer } from './mail/outbox.ts';
import { smtpMailer } from './mail/smtp.ts';
import { Metrics } from './metrics/metrics.ts';
import { readServices } from './metrics/read-services.ts';
import { Caches } from './page-cache/caches.ts';
import { RecentChanges } from './page-cache/recent-changes.ts';
import { PicturePool } from './pictures/pool.ts';
import { postgresRateLimits } from './rate-limits-postgres.ts';
import { publicRemote } from './remote/public-remote.ts';
import { openReplica } from './replicas/open-replicas.ts';
import { positionOfPrimary } from './replicas/position.ts';
import { Replicas } from './replicas/replicas.ts';
import { loadFactorKey, loadSecrets } from './secrets.ts';
import { CachedSwitches, followSwitches } from './switches/switches.ts';

export interface OpenServices {
  readonly services: Services;
  /** for work that no visitor waits for: it has the connections of jobs, and waits longer for one on a busy machine */
  readonly unattended: Services;
  readonly queue: RunningQueue;
  /** Waits for running jobs and queries. */
  close(): Promise<void>;
}

interface Options {
  readonly config: Config;
  /** of a migrated database */
  readonly databaseUrl: string;
  /** all editions of the installation, served here or not */
  readonly sites: readonly Site[];
  readonly jobs: readonly Job[];
  /** how long a statement of a list or a page may take; tests need not wait as long as visitors */
  readonly readTimeoutMs?: number;
}

/** Creates the services of one process from its configuration. */
export async function openServices({
  config,
  databaseUrl,
  sites,
  jobs,
  readTimeoutMs = listTimeoutMs,
}: Options): Promise<OpenServices> {
  const log = makeLog(config.logLevel);
  const clock = systemClock;
  const metrics = config.metrics && new Metrics();
  const measured = (pool: string) =>
    metrics ? { onStatement: (ms: number) => metrics.of.statements.observe({ pool }, ms / 1000) } : {};
  const onIdleError = ({ message: reason }: Error) => log.warn({ reason }, 'a database connection was lost');
  const forLists = Math.max(1, Math.floor(config.poolSize / 2));
  const all = openDb(databaseUrl, {
    max: Math.max(1, config.poolSize - forLists),
    onIdleError,
    ...measured('requests'),
  });
  const lists = openDb(databaseUrl, {
    max: forLists,
    statementTimeoutMs: readTimeoutMs,
    applicationName: 'paddock lists',
    onIdleError,
    ...measured('lists'),
  });
  const listReads = new ListReads({ db: lists.db, connections: forLists });
  const pages = openDb(databaseUrl, {
    max: forLists,
    statementTimeoutMs: readTimeoutMs,
    applicationName: 'paddock pages',
    reusesPlans: true,
    onIdleError,
    ...measured('pages'),
  });
  const pageReads = new ListReads({ db: pages.db, connections: forLists });
  const { db } = all;
  // separate connections: slow jobs must not wait like requests, and a busy pool must not look like a lost database
  const forJobs = openDb(databaseUrl, {
    max: 4,
    statementTimeoutMs: jobTimeoutMs,
    connectTimeoutMs: 60_000,
    applicationName: 'paddock job',
    onIdleError,
    ...measured('jobs'),
  });
  const forHealth = openPool(databaseUrl, {
    max: 1,
    statementTimeoutMs: 1000,
    connectTimeoutMs: 1000,
    applicationName: 'paddock health',
  });
  const replicaServers = config.replicaUrls.map((url) =>
    openReplica(url, config.poolSize, { onIdleError, ...measured('replicas') }),
  );
  const forPosition = openDb(databaseUrl, {
    max: 1,
    statementTimeoutMs: 1000,
    connectTimeoutMs: 1000,
    applicationName: 'paddock position',
    onIdleError,
  });
  const closePools = async () => {
    await Promise.all([forPosition.close(), ...replicaServers.map(({ close }) => close())]);
    await Promise.all([all.close(), lists.close(), pages.close(), forJobs.close(), forHealth.end()]);
  };
  try {
    const [secrets, files, queue] = await Promise.all([
      loadFactorKey(config.dataDir).then((key) => loadSecrets(db, clock, key)),
      openFiles(config.files, { dataDir: config.dataDir, now: clock.now(), log }),
      openJobQueue({ url: databaseUrl, jobs, log }),
    ]);
    const switches = new CachedSwitches(db);
    await switches.reload();
    const unfollow = followSwitches(switches, { url: databaseUrl, log });
    const gbx = new GbxPool({
      onLost: (err) => log.warn({ err }, 'a thread that reads Gbx files ended'),
    });
    const pictures = new PicturePool({
      onLost: (err) => log.warn({ err }, 'a process that draws pictures ended'),
    });
    const hasher = new HashPool({
      onLost: (err) => log.warn({ err }, 'a thread that hashes passwords ended'),
    });
    const { mailer: mail, probe: mailProbe } = watchedMailer(
      config.mail ? smtpMailer(config.mail) : outboxMailer(join(config.dataDir, 'outbox'), clock),
      (outcome) => metrics?.of.mails.inc({ outcome }),
    );
    const health = new Health(log);
    health.watch('Database', databaseProbe(forHealth));
    health.watch('Files', filesProbe(files));
    health.watch('Disk', diskProbe(config.dataDir));
    health.watch('Jobs', { failure: 'stalled', read: () => queue.state() });
    health.watch('Mail', mailProbe);
    const limits = postgresRateLimits(db, secrets);
    const replicas =
      replicaServers.length === 0
        ? undefined
        : new Replicas({
            primary: { position: () => positionOfPrimary(forPosition.db) },
            servers: replicaServers.map(({ server }) => server),
            log,
          });
    const unwatchReplicas = await replicas?.watch();
    if (replicas) health.watch('Replicas', { failure: 'none', read: () => replicas.state() });
    const services: Services = {
      db,
      admission: new Admission(),
      listReads,
      pageReads,
      ...(replicas && { replicas }),
      sites,
      files,
      gbx,
      pictures,
      hasher,
      mail,
      jobs: queue,
      limits,
      remote: publicRemote({ userAgent: `Paddock (${sites[0]?.host ?? 'no host'})` }),
      ...(config.pageCacheBytes > 0 && {
        caches: new Caches({
          clock,
          sites: sites.map(({ code }) => code),
          maxBytes: config.pageCacheBytes,
          recent: replicas && new RecentChanges(),
        }),
      }),
      finders: new Map(),
      ...(metrics && { metrics }),
      health,
      switches,
      clock,
      log,
      secrets,
      settings: config,
    };
    if (metrics)
      readServices(metrics, {
        services,
        files,
        pools: { requests: all.pool, lists: lists.pool, pages: pages.pool, jobs: forJobs.pool },
        dataDir: config.dataDir,
      });
    const unwatch = watchClients(services);
    return {
      services,
      unattended: { ...services, db: forJobs.db },
      queue: { ...queue, work: (given) => queue.work({ ...given, db: forJobs.db }) },
      async close() {
        await queue.stop();
        await Promise.all([gbx.close(), pictures.close(), hasher.close()]);
        await unfollow();
        await unwatch();
        await unwatchReplicas?.();
        await closePools();
        await files.close();
      },
    };
  } catch (error) {
    await closePools();
    throw error;
  }
}
