import type { Generated, JSONColumnType } from 'kysely';
import { byTheCrew, table } from './table.ts';

export const moderationTables = {
  /** The moderation log: rows are only added. Erasing an account clears `before` and `after` of the acts about that person. */
  moderation_act: table({
    onPages: { by: ['person_id'] },
    owner: 'modlog',
    rows: 'by edition',
    ids: 'moderation_act',
    notPersonal: { user_id: byTheCrew },
  }).columns<{
    site: string;
    act_id: number;
    act: string;
    subject_kind: string;
    subject_id: number;
    reason: string;
    /** null: the server itself, by a job or a command */
    user_id: number | null;
    acted_at: Date;
    /** what the act changed, by name (see ActState) */
    before: JSONColumnType<object> | null;
    after: JSONColumnType<object> | null;
    /** the user on whose account or work it was decided */
    person_id: number | null;
    /** the case on whose page it was decided */
    case_id: number | null;
    /** the act that it undoes */
    undoes: number | null;
  }>(),

  /** Everything about one subject that moderators have to decide. */
  moderation_case: table({
    onPages: 'never',
    owner: 'cases',
    rows: 'by edition',
    ids: 'moderation_case',
    notPersonal: {
      person_id:
        'What moderators had to decide. The name is read from the profile, so it disappears with it.',
      taken_by: byTheCrew,
      settled_by: byTheCrew,
    },
  }).columns<{
    site: string;
    case_id: number;
    subject_kind: string;
    /** 0: a subject without id */
    subject_id: number;
    /** whose account or work it is */
    person_id: number | null;
    state: Generated<string>;
    /** those of its case_source rows */
    sources: Generated<string[]>;
    score: Generated<number>;
    /** how many users reported it */
    reports: Generated<number>;
    opened_at: Date;
    taken_by: number | null;
    taken_at: Date | null;
    /** null: the server itself */
    settled_by: number | null;
    settled_at: Date | null;
    outcome: string | null;
    /** to those who reported it */
    answer: string | null;
  }>(),

  /** What brought a subject before the moderators. */
  case_source: table({ onPages: 'never', owner: 'cases', rows: 'by edition' }).columns<{
    site: string;
    case_id: number;
    source: string;
    /** which hint; empty for others */
    hint: string;
    text: string;
    score: number;
    added_at: Date;
  }>(),

  /** Filters of the queue that a moderator saved. */
  case_view: table({ onPages: 'never', owner: 'cases', rows: 'shared' }).columns<{
    account_id: number;
    name: string;
    /** as in the address of the queue */
    query: string;
    saved_at: Date;
  }>(),

  /** What users report. The case says what it is about and how it ended. */
  report: table({ onPages: 'never', owner: 'cases', rows: 'by edition', ids: 'report' }).columns<{
    site: string;
    report_id: number;
    case_id: number;
    user_id: number;
    reason: string;
    text: string;
    /** what was reported, as the reporter saw it then */
    title: Generated<string>;
    reported_at: Date;
  }>(),

  /** An appeal of the person concerned against an act of the log. */
  appeal: table({
    onPages: 'never',
    owner: 'moderation',
    rows: 'by edition',
    notPersonal: { decided_by: byTheCrew },
  }).columns<{
    site: string;
    act_id: number;
    user_id: number;
    text: string;
    appealed_at: Date;
    state: Generated<string>;
    /** null after the decision: the server itself */
    decided_by: number | null;
    decided_at: Date | null;
    /** to the person */
    answer: string | null;
  }>(),

  /** A count of a month that is over; no row: it was 0. */
  moderation_figure: table({ onPages: { by: [] }, owner: 'moderation', rows: 'by edition' }).columns<{
    site: string;
    /** its first day */
    month: string;
    figure: string;
    value: number;
  }>(),

  /** A warning, mute or suspension. It is in force until it ends or is lifted; rows are not deleted then. */
  sanction: table({
    onPages: { by: ['account_id'] },
    owner: 'sanctions',
    rows: 'shared',
    notPersonal: { imposed_by: byTheCrew, lifted_by: byTheCrew },
  }).columns<{
    sanction_id: Generated<number>;
    account_id: number;
    /** null: on every site */
    site: string | null;
    kind: 'warning' | 'mute' | 'suspension';
    /** visible to the person and to moderators */
    reason: string;
    imposed_by: number | null;
    imposed_at: Date;
    /** null: permanent */
    ends_at: Date | null;
    lifted_by: number | null;
    /** null: not lifted */
    lifted_at: Date | null;
  }>(),

  /** Texts that wait for a moderator: they are in no other table until they are released. */
  held_text: table({ onPages: 'never', owner: 'texts', rows: 'by edition', ids: 'held_text' }).columns<{
    site: string;
    held_id: number;
    user_id: number;
    kind: string;
    /** what it is written on: a track, thread, board or news post, as the kind says */
    place_id: number;
    /** of a thread */
    title: string | null;
    /** as typed; '' some time after its release */
    text: string;
    /** further fields of the form */
    payload: JSONColumnType<object>;
    /** what it shows of other hosts */
    parts: string[];
    state: Generated<string>;
    held_at: Date;
    /** null while it waits */
    ended_at: Date | null;
    /** the comment or post that it became */
    result_id: number | null;
    /** the text that a change replaced */
    replaced: string | null;
  }>(),
};
