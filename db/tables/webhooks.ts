import type { Generated } from 'kysely';
import { table } from './table.ts';

export const webhookTables = {
  /** An address to which a user has public changes sent. */
  webhook: table({ onPages: 'never', owner: 'webhooks', rows: 'by edition', ids: 'webhook' }).columns<{
    site: string;
    webhook_id: number;
    user_id: number;
    address: string;
    /** of this edition, for links */
    origin: string;
    /** everything on the edition, the user's own tracks and packs, or one pack */
    about: 'edition' | 'own' | 'pack';
    pack_id: number | null;
    /** as in the log of public changes */
    kinds: string[];
    only_new: boolean;
    format: 'json' | 'discord';
    /** from which its secret is derived */
    salt: string;
    created_at: Date;
    /** null: it is on */
    off_because: 'owner' | 'failed' | 'gone' | null;
    /** everything up to this change has been dealt with */
    last_number: number;
    /** not before this time; a process that delivers moves it ahead */
    next_at: Date;
    /** attempts since the last success */
    failures: Generated<number>;
    failing_since: Date | null;
    /** the first attempt for the change that is next */
    tried_since: Date | null;
    /** attempts, tests included */
    deliveries: Generated<number>;
  }>(),

  /** The latest attempts of a webhook. */
  webhook_delivery: table({ onPages: 'never', owner: 'webhooks', rows: 'by edition' }).columns<{
    site: string;
    webhook_id: number;
    /** is used again by a later attempt */
    slot: number;
    /** counted for each webhook */
    delivery: number;
    /** of the change; null: a test */
    number: number | null;
    what: string;
    attempt: number;
    tried_at: Date;
    took_ms: number;
    /** of the answer; null: there was none */
    status: number | null;
    outcome: 'delivered' | 'failed' | 'skipped';
    reason: Generated<string>;
  }>(),
};
