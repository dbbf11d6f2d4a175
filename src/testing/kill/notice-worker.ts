import { pino } from 'pino';
import { openDb } from '#db/client.ts';
import { noticeJobs } from '#features/notices/server/jobs.ts';
import { systemClock } from '#platform/clock.ts';
import type { Services } from '#platform/context.ts';
import { openJobQueue } from '#platform/jobs/pg-boss.ts';
import { smtpMailer } from '#platform/mail/smtp.ts';
import { postgresRateLimits } from '#platform/rate-limits-postgres.ts';
import { loadSecrets } from '#platform/secrets.ts';
import { CachedSwitches } from '#platform/switches/switches.ts';
import { allSites } from '#sites/all.ts';

/**
 * A process that runs the jobs of notices and nothing else, from the queue in the database. At its start it queues what the
 * server queues every minute, so that a test need not wait for it.
 */
const { DATABASE_URL = '', SMTP_URL = '' } = process.env;
const { db } = openDb(DATABASE_URL, { max: 4 });
const log = pino({ level: 'error' }, pino.destination(2));
const secrets = await loadSecrets(db, systemClock, 'the key of the test');
const queue = await openJobQueue({ url: DATABASE_URL, jobs: noticeJobs, log });
const switches = new CachedSwitches(db);
await switches.reload();
const services = {
  db,
  sites: await allSites(),
  jobs: queue,
  mail: smtpMailer({ smtpUrl: SMTP_URL, from: 'Paddock <paddock@example.test>' }),
  limits: postgresRateLimits(db, secrets),
  finders: new Map(),
  clock: systemClock,
  log,
  secrets,
  switches,
} as unknown as Services; // the jobs of notices use nothing else
await queue.work(services);
await queue.add('resume-notices', {});
console.log(`ready in ${process.uptime().toFixed(1)} s`);
