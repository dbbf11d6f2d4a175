import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#db/database.ts';
import type { VideoSite } from '#lib/video/site.ts';
import type { Admission } from '#platform/admission/admission.ts';
import type { PasswordHasher } from '#platform/auth/hashing/hasher.ts';
import type { BlobStore } from '#platform/files/blob-store.ts';
import type { GbxReader } from '#platform/gbx/gbx-reader.ts';
import type { Health } from '#platform/health/health.ts';
import type { JobQueue } from '#platform/jobs/queue.ts';
import type { PageFinders } from '#platform/lists/list.ts';
import type { Reads } from '#platform/lists/reads.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import type { Caches } from '#platform/page-cache/caches.ts';
import type { PictureEngine } from '#platform/pictures/engine.ts';
import type { RateLimits } from '#platform/rate-limits.ts';
import type { Remote } from '#platform/remote/remote.ts';
import type { Replicas } from '#platform/replicas/replicas.ts';
import type { Switches } from '#platform/switches/switches.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Site } from '#sites/schema.ts';

export interface Clock {
  now(): Date;
}

/** The services of one process: created at start, shared by all requests. */
export interface Services {
  readonly db: Kysely<Database>;
  /** who may use this process now */
  readonly admission: Admission;
  /** connections for lists; without it (tests, scripts) lists use `db` */
  readonly listReads?: Reads;
  /** connections for what pages read together; without it they use those for lists */
  readonly pageReads?: Reads;
  /** servers that requests may read from instead; without them all reads go to the primary server */
  readonly replicas?: Replicas;
  /** all editions of this installation, sorted by `order` */
  readonly sites: readonly Site[];
  readonly files: BlobStore;
  readonly gbx: GbxReader;
  /** draws pictures, outside the threads that files are read with */
  readonly pictures: PictureEngine;
  /** hashes passwords, outside the same threads */
  readonly hasher: PasswordHasher;
  readonly mail: Mailer;
  readonly jobs: JobQueue;
  readonly limits: RateLimits;
  /** reads addresses that users typed, from public hosts only */
  readonly remote: Remote;
  /** what is the same for everybody and made once; without it (tests, scripts, development) it is made for each request */
  readonly caches?: Caches;
  /** lists that are not searched with their own statement */
  readonly finders: PageFinders<Ctx>;
  /** state of the parts of this process */
  readonly health: Health;
  /** what the crew has set for each edition */
  readonly switches: Switches;
  /** what Prometheus reads; without it nothing is measured */
  readonly metrics?: Metrics;
  readonly clock: Clock;
  readonly log: Logger;
  /** keys for tokens and hashes, the same in all processes of the installation */
  readonly secrets: {
    readonly antiForgery: string;
    /** signs the cookie of browsers that have signed in before */
    readonly knownBrowser: string;
    /** signs the links that turn mails off */
    readonly unsubscribe: string;
    /** signs dumps: the seed of an Ed25519 key, in Base64url */
    readonly dumps: string;
    /** hashes visitors' addresses; replaced every 30 days */
    readonly address: string;
    /** stored in DATA_DIR and not in the database, so that a copy of the database contains no usable second factor */
    readonly factor: string;
  };
  readonly settings: Settings;
}

/** Settings of the operator that requests need. */
export interface Settings {
  /** who must have a second factor; without one their role has no effect */
  readonly requireSecondFactor: 'off' | 'moderators';
  /** the common parent of all hosts that passkeys are bound to; null: each is bound to the host of its edition */
  readonly passkeyDomain: string | null;
  /** contact for vulnerability reports, an address with its scheme; null: none is published */
  readonly securityContact: string | null;
  /** how many online records of a track and mode are stored */
  readonly onlineRecords: number;
  /** bytes of analysed files that belong to nothing yet, of all accounts together */
  readonly stagedBytes: number;
  /** hosts whose pictures are shown in messages, with their subdomains; `only` null: all that are not refused */
  readonly pictureHosts: { readonly only: readonly string[] | null; readonly refused: readonly string[] };
  /** the external site whose videos are posted */
  readonly videoSite: VideoSite;
}

/** The context of a request, job or command: the services, one edition, one viewer. */
export interface Ctx extends Services {
  readonly site: Site;
  readonly viewer: Viewer;
  readonly requestId: string;
  /** the position of the replica that the request reads from; without it, it reads from the primary server */
  readonly readAt?: number;
  /** the viewer was identified by an API token, which no browser sends by itself */
  readonly byToken?: true;
  /** copies what happened on another site: nobody is notified */
  readonly isImport?: true;
  /** the sender of the request; null in jobs and commands */
  readonly client: {
    readonly address: string /** aborted when it has left */;
    readonly signal?: AbortSignal;
  } | null;
}

/** A Ctx whose db is a transaction. Effects wait for its commit; a rollback discards them. */
export interface TxCtx extends Ctx {
  readonly inTransaction: true;
  onCommit(effect: () => Promise<void>): void;
}
