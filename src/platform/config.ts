import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { usualVideoSite } from '#lib/video/site.ts';
import type { Settings } from './context.ts';
import { ConfigError, type Env } from './env.ts';
import type { FilePlaces } from './files/open-files.ts';

/** The configuration from the environment, with defaults, checked for contradictions. */
export interface Config extends Settings {
  readonly port: number;
  /** null: all addresses of this machine */
  readonly bind: string | null;
  /** absolute */
  readonly dataDir: string;
  /** null: the embedded database in dataDir */
  readonly databaseUrl: string | null;
  /** its replicas; none by default */
  readonly replicaUrls: readonly string[];
  readonly files: FilePlaces;
  readonly poolSize: number;
  /** memory for pages and parts of pages that are the same for everybody; 0: none is cached */
  readonly pageCacheBytes: number;
  readonly trustProxy: boolean;
  /** null: the usual port behind a proxy, otherwise `port` */
  readonly publicPort: number | null;
  readonly worker: boolean;
  /** false: tracks are searched by statements of the database, and no index is loaded */
  readonly searchesInMemory: boolean;
  /** where Prometheus reads; null: nothing is measured */
  readonly metrics: { readonly port: number; readonly bind: string } | null;
  /** how long it still serves after SIGTERM, so that balancers notice */
  readonly drainMs: number;
  /** tracks of a new demo community on each edition, if not the usual number */
  readonly demoTracks: number | undefined;
  /** how long running requests then have to finish */
  readonly finishMs: number;
  /** null: mails go to the outbox folder in dataDir */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
  /** address for vulnerability reports; null: none is published */
  readonly securityContact: string | null;
  readonly logLevel: NonNullable<Env['LOG_LEVEL']>;
}

/** Applies defaults and reports contradictions as sentences. */
export function decideConfig(env: Env): Config {
  const wrong: string[] = [];
  if (env.SMTP_URL && !env.MAIL_FROM) {
    wrong.push('SMTP_URL is set but MAIL_FROM is not: mails need a sender address.');
  }
  if (env.MAIL_FROM && !env.SMTP_URL) {
    wrong.push('MAIL_FROM is set but SMTP_URL is not: without a mail server no mail has a sender.');
  }
  if (env.DATABASE_REPLICA_URL && !env.DATABASE_URL) {
    wrong.push('DATABASE_REPLICA_URL is set but DATABASE_URL is not: the embedded database has no replicas.');
  }
  if (env.METRICS_BIND && env.METRICS_PORT === undefined) {
    wrong.push('METRICS_BIND is set but METRICS_PORT is not: without a port nothing is measured.');
  }
  const files = {
    place: env.FILES_URL ?? 'disk',
    former: env.FILES_FORMER_URL ?? null,
    direct: env.FILES_DIRECT ?? null,
  } as const;
  if (files.direct !== null && files.place === 'disk') {
    wrong.push('FILES_DIRECT is set but FILES_URL is not: visitors get files on disk from the application.');
  }
  if (files.former !== null && isDeepStrictEqual(files.place, files.former)) {
    wrong.push(
      'FILES_FORMER_URL is where files are stored anyway: set it only while they move to another place.',
    );
  }
  if (wrong.length > 0) throw new ConfigError(wrong);
  return {
    port: env.PORT ?? 4321,
    bind: env.BIND ?? null,
    dataDir: resolve(env.DATA_DIR ?? 'data'),
    databaseUrl: env.DATABASE_URL ?? null,
    replicaUrls: env.DATABASE_REPLICA_URL ?? [],
    files,
    poolSize: env.DATABASE_POOL ?? 10,
    pageCacheBytes: (env.PAGE_CACHE_MIB ?? 64) * 1024 ** 2,
    trustProxy: env.TRUST_PROXY ?? false,
    publicPort: env.PUBLIC_PORT ?? null,
    worker: env.WORKER ?? true,
    searchesInMemory: env.SEARCH !== 'database',
    metrics:
      env.METRICS_PORT === undefined
        ? null
        : { port: env.METRICS_PORT, bind: env.METRICS_BIND ?? '127.0.0.1' },
    drainMs: (env.DRAIN_SECONDS ?? 0) * 1000,
    demoTracks: env.DEMO_TRACKS,
    finishMs: (env.FINISH_SECONDS ?? 10) * 1000,
    mail: env.SMTP_URL && env.MAIL_FROM ? { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM } : null,
    securityContact: env.SECURITY_CONTACT ?? null,
    logLevel: env.LOG_LEVEL ?? 'info',
    // a local installation needs no phone; an external database suggests that other people use it
    requireSecondFactor: env.REQUIRE_SECOND_FACTOR ?? (env.DATABASE_URL ? 'moderators' : 'off'),
    passkeyDomain: env.PASSKEY_DOMAIN ?? null,
    onlineRecords: env.ONLINE_RECORDS ?? 30,
    stagedBytes: (env.STAGED_GIB ?? 20) * 1024 ** 3,
    pictureHosts: { only: env.PICTURE_HOSTS ?? null, refused: env.PICTURE_HOSTS_REFUSED ?? [] },
    videoSite: env.VIDEO_SITE ?? usualVideoSite,
  };
}
