import type { Generated } from 'kysely';
import { table } from './table.ts';

export const noticeTables = {
  /** Notices to many users, written in chunks. */
  announcement: table({
    onPages: 'never',
    owner: 'notices',
    rows: 'by edition',
    ids: 'announcement',
  }).columns<{
    site: string;
    announcement_id: number;
    kind: string;
    text: string;
    link: string;
    by_user_id: number | null;
    /** null: for everyone on the edition */
    fans_of: number[] | null;
    /** nothing is written unless this track is public */
    track_id: number | null;
    announced_at: Date;
    /** users up to this one have their notice */
    after_user_id: Generated<number>;
    /** how many were written */
    notices: Generated<number>;
    ended_at: Date | null;
  }>(),

  /** A notice to a user. */
  notice: table({ onPages: 'never', owner: 'notices', rows: 'by edition', ids: 'notice' }).columns<{
    site: string;
    notice_id: number;
    user_id: number;
    kind: string;
    text: string;
    /** a path of this site */
    link: string;
    /** how often it was renewed while unread */
    times: Generated<number>;
    noticed_at: Date;
    read_at: Date | null;
    /** whose act it is about; null: no user's, or a decision of the crew */
    by_user_id: number | null;
    /** while the account of `by_user_id` is closed */
    hidden_at: Date | null;
    /** the one mail that contains it */
    mail_id: number | null;
    announcement_id: number | null;
  }>(),

  /** How a user receives the notices of a group; the default without a row. */
  notice_setting: table({ onPages: 'never', owner: 'notices', rows: 'by edition' }).columns<{
    site: string;
    user_id: number;
    notice_group: string;
    delivery: string;
    chosen_at: Date;
  }>(),

  /** A row for each user who has chosen mails. */
  notice_mail: table({ onPages: 'never', owner: 'notices', rows: 'by edition' }).columns<{
    site: string;
    user_id: number;
    /** the origin for links in mails: where the user chose to get them */
    origin: string;
    asked_at: Date;
  }>(),

  /** Mails about notices. */
  notice_outbox: table({ onPages: 'never', owner: 'notices', rows: 'by edition', ids: 'mail' }).columns<{
    site: string;
    mail_id: number;
    user_id: number;
    delivery: string;
    /** `handed`: the mail server may have accepted it, so it is never sent again; `sent`: it has */
    state: Generated<string>;
    due_at: Date;
    tries: Generated<number>;
    changed_at: Date;
  }>(),
};
