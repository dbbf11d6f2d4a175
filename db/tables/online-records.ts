import type { Generated } from 'kysely';
import { byTheCrew, table } from './table.ts';

export const onlineRecordTables = {
  online_record: table({
    onPages: { by: ['uid', 'online_record_id'] },
    owner: 'replays',
    rows: 'by edition',
    ids: 'online_record',
    notPersonal: { removed_by: byTheCrew },
  }).columns<{
    site: string;
    online_record_id: number;
    uid: string;
    /** 0 rounds, otherwise time attack */
    mode: number;
    login: string;
    time_ms: number;
    server: Generated<string>;
    /** the user whose token sent it; null: sent without one */
    sent_by: number | null;
    sent_at: Date | null;
    /** by a moderator; until it is restored, it is not shown and its login has no place on the board */
    removed_at: Date | null;
    removed_by: number | null;
    removal_reason: string | null;
    /** hidden because the account of its driver is closed */
    hidden_with_account: Generated<boolean>;
    /** sent by an approved server, or imported by the operator */
    is_trusted: Generated<boolean>;
    /** on the board of its track and mode */
    is_shown: Generated<boolean>;
    /** the decision without which it is not shown: about its server, or about an implausible time */
    waits_for: 'server' | 'time' | null;
    /** removed together with others, and restored with them */
    removal_batch: string | null;
  }>(),

  /** What the crew decided about an account that sends online records. Without a row it is not approved. */
  record_server: table({ onPages: 'never', owner: 'replays', rows: 'by edition' }).columns<{
    site: string;
    user_id: number;
    /** held: what it sends waits for a moderator */
    state: 'approved' | 'held';
    decided_at: Date;
  }>(),
};
