import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#db/database.ts';
import type { BlobStore } from '#platform/files/blob-store.ts';
import type { GbxReader } from '#platform/gbx/gbx-reader.ts';
import type { JobQueue } from '#platform/jobs/queue.ts';
import type { PageFinders } from '#platform/lists/finder.ts';
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
  /** every edition this installation knows, in order of `order` */
  readonly sites: readonly Site[];
  readonly files: BlobStore;
  readonly gbx: GbxReader;
  readonly mail: Mailer;
  readonly jobs: JobQueue;
  readonly limits: RateLimits;
  /** lists that are searched otherwise than by their statement */
  readonly finders: PageFinders;
  readonly clock: Clock;
  readonly log: Logger;
  /** keys for tokens and hashes, the same in every process of the installation */
  readonly secrets: { readonly antiForgery: string; readonly address: string };
}

/** What a request, job or command works with: the services, one edition, one person. */
export interface Ctx extends Services {
  readonly site: Site;
  readonly viewer: Viewer;
  readonly requestId: string;
}

/** A Ctx whose db is one transaction. Effects wait for its commit; a rollback sends nothing. */
export interface TxCtx extends Ctx {
  readonly inTransaction: true;
  onCommit(effect: () => Promise<void>): void;
}
