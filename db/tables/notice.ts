import type { Generated } from 'kysely';

/** A notice to a user. */
export interface NoticeTable {
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
}

/** How a user receives the notices of a group; the default without a row. */
export interface NoticeSettingTable {
  site: string;
  user_id: number;
  notice_group: string;
  delivery: string;
  chosen_at: Date;
}

/** A row for each user who has chosen mails. */
export interface NoticeMailTable {
  site: string;
  user_id: number;
  /** the origin for links in mails: where the user chose to get them */
  origin: string;
  asked_at: Date;
}

/** Mails about notices. */
export interface NoticeOutboxTable {
  site: string;
  mail_id: number;
  user_id: number;
  delivery: string;
  /** `handed`: the mail server may have accepted it, so it is never sent again; `sent`: it has */
  state: Generated<string>;
  due_at: Date;
  tries: Generated<number>;
  changed_at: Date;
}

/** Notices to many users, written in chunks. */
export interface AnnouncementTable {
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
}

export interface NoticeTables {
  notice: NoticeTable;
  notice_setting: NoticeSettingTable;
  notice_mail: NoticeMailTable;
  notice_outbox: NoticeOutboxTable;
  announcement: AnnouncementTable;
}
