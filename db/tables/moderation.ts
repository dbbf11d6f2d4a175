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
}

/** A row for each user who also wants notices by mail. */
export interface NoticeMailTable {
  site: string;
  user_id: number;
  /** the origin for links in mails: where the user chose to get them */
  origin: string;
  asked_at: Date;
}

export interface ReportTable {
  site: string;
  report_id: number;
  subject_kind: string;
  /** 0: a subject without id */
  subject_id: number;
  user_id: number;
  reason: string;
  text: string;
  state: Generated<string>;
  reported_at: Date;
  /** who took it, later who decided it */
  handled_by: number | null;
  handled_at: Date | null;
  /** the answer to the reporter */
  answer: string | null;
}

/** The moderation log: rows are only added, never changed. */
export interface ModerationActTable {
  site: string;
  act_id: number;
  act: string;
  subject_kind: string;
  subject_id: number;
  reason: string;
  /** null: the server itself, by a job or a command */
  user_id: number | null;
  acted_at: Date;
}

export interface ModerationTables {
  notice: NoticeTable;
  notice_mail: NoticeMailTable;
  report: ReportTable;
  moderation_act: ModerationActTable;
}
