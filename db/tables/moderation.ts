import type { Generated } from 'kysely';

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
  report: ReportTable;
  moderation_act: ModerationActTable;
}
