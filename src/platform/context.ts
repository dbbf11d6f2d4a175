import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#db/database.ts';
import type { BlobStore } from '#platform/files/blob-store.ts';
import type { GbxReader } from '#platform/gbx/gbx-reader.ts';
import type { Health } from '#platform/health/health.ts';
import type { JobQueue } from '#platform/jobs/queue.ts';
import type { PageFinders } from '#platform/lists/finder.ts';
import type { ListReads } from '#platform/lists/reads.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { RateLimits } from '#platform/rate-limits.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Site } from '#sites/schema.ts';

export interface Clock {
  now(): Date;
}

/** What one process has: made once at start, shared by every request. */
export interface Services {
  readonly db: Kysely<Database>;
  /** how lists reach the database; in tests and scripts without it, as everything else does */
  readonly listReads?: ListReads;
  /** every edition this installation knows, in order of `order` */
  readonly sites: readonly Site[];
  readonly files: BlobStore;
  readonly gbx: GbxReader;
  readonly mail: Mailer;
  readonly jobs: JobQueue;
  readonly limits: RateLimits;
  /** lists that are searched otherwise than by their statement */
  readonly finders: PageFinders;
  /** the state of this process's parts */
  readonly health: Health;
  readonly clock: Clock;
  readonly log: Logger;
  /** keys for tokens and hashes, the same in every process of the installation */
  readonly secrets: {
    readonly antiForgery: string;
    /** signs the cookie of browsers that have signed in before */
    readonly knownBrowser: string;
    /** hashes visitors' addresses; another key every 30 days */
    readonly address: string;
    /** kept in DATA_DIR and not in the database: without it a copy of the database holds no usable second factor */
    readonly factor: string;
  };
  readonly settings: Settings;
}

/** What the operator decided and requests need to know. */
export interface Settings {
  /** who must have a second factor: without one their role waits */
  readonly requireSecondFactor: 'off' | 'moderators';
  /** the common parent of all hosts that passkeys are bound to; null: each is bound to the host of its edition */
  readonly passkeyDomain: string | null;
  /** where vulnerabilities are reported, as an address with its scheme; null: nowhere is published */
  readonly securityContact: string | null;
}

/** What a request, job or command works with: the services, one edition, one person. */
export interface Ctx extends Services {
  readonly site: Site;
  readonly viewer: Viewer;
  readonly requestId: string;
  /** the sender of the request; null in jobs and commands */
  readonly client: { readonly address: string } | null;
}

/** A Ctx whose db is one transaction. Effects wait for its commit; a rollback sends nothing. */
export interface TxCtx extends Ctx {
  readonly inTransaction: true;
  onCommit(effect: () => Promise<void>): void;
}
