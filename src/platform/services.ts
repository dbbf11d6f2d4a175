import { join } from 'node:path';
import { openDb } from '#db/client.ts';
import type { Site } from '#sites/schema.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Services } from './context.ts';
import { DiskBlobStore } from './files/disk.ts';
import { GbxPool } from './gbx/pool.ts';
import { openJobQueue } from './jobs/pg-boss.ts';
import type { RunningQueue } from './jobs/queue.ts';
import type { Job } from './jobs/registry.ts';
import { makeLog } from './log.ts';
import { outboxMailer } from './mail/outbox.ts';
import { smtpMailer } from './mail/smtp.ts';
import { postgresRateLimits } from './rate-limits-postgres.ts';
import { loadSecrets } from './secrets.ts';

export interface OpenServices {
  readonly services: Services;
  readonly queue: RunningQueue;
  /** Running jobs and queries end first. */
  close(): Promise<void>;
}

interface Options {
  readonly config: Config;
  /** of a migrated database */
  readonly databaseUrl: string;
  /** every edition of the installation, served here or not */
  readonly sites: readonly Site[];
  readonly jobs: readonly Job[];
}

/** Everything one process works with, made from its configuration. */
export async function openServices({ config, databaseUrl, sites, jobs }: Options): Promise<OpenServices> {
  const log = makeLog(config.logLevel);
  const clock = systemClock;
  const { db, close: closeDb } = openDb(databaseUrl, {
    max: config.poolSize,
    onIdleError: (err) => log.warn({ err }, 'a database connection was lost'),
  });
  try {
    const [secrets, files, queue] = await Promise.all([
      loadSecrets(db),
      DiskBlobStore.open(join(config.dataDir, 'files'), clock.now()),
      openJobQueue({ url: databaseUrl, jobs, log }),
    ]);
    const gbx = new GbxPool();
    const mail = config.mail ? smtpMailer(config.mail) : outboxMailer(join(config.dataDir, 'outbox'), clock);
    const limits = postgresRateLimits(db);
    const services: Services = {
      db,
      sites,
      files,
      gbx,
      mail,
      jobs: queue,
      limits,
      finders: new Map(),
      clock,
      log,
      secrets,
    };
    return {
      services,
      queue,
      async close() {
        await queue.stop();
        await gbx.close();
        await closeDb();
      },
    };
  } catch (error) {
    await closeDb();
    throw error;
  }
}
