import type { CaseState } from '#features/cases/model.ts';
import type { ActField } from '#features/modlog/act-fields.ts';
import type { LoggedAct, NamedPerson } from '#features/modlog/rows.ts';
import type { Verdict } from '#lib/rules/verdict.ts';
import type { TemplateKey } from './acts/templates.ts';
import type { AppealState } from './appeals/appeals.ts';
import type { SubjectRef } from './subjects.ts';

/** Something that can be reported, as the crew sees it, whatever its visibility. */
export interface Subject extends SubjectRef {
  readonly title: string;
  /** null: there is no page */
  readonly link: string | null;
  /** the track whose visibility applies */
  readonly trackId: number | null;
  readonly owner: NamedPerson | null;
  /** its text, if it has one */
  readonly quote: string | null;
  /** removed: the row exists, the page does not */
  readonly isGone: boolean;
  /** the level required to read it */
  readonly readLevel: number;
  /** only who has this key may see it; null: everyone who may see what it belongs to */
  readonly key: string | null;
}

/** An act that the viewer can do now, for a form. */
export interface OfferedAct {
  readonly name: string;
  readonly label: string;
  readonly fields: readonly ActField[];
  /** why it cannot be undone; null if it can */
  readonly cannotUndo: string | null;
  /** the key that opens its form */
  readonly key: string | null;
  /** the reasons to choose from are those in favour of the subject */
  readonly isInFavour: boolean;
}

/** The same on the page of a case. */
export interface CaseAct extends OfferedAct {
  /** what it is done to: the subject of the case, or its author */
  readonly on: { readonly kind: string; readonly id: number };
  /** the reasons to choose from, and the one that fits what was reported */
  readonly templates: readonly TemplateKey[];
  readonly template: TemplateKey | '';
}

/** An appeal with the act it is about, for moderators. */
export interface ShownAppeal {
  readonly site: string;
  readonly actId: number;
  /** the edition's label */
  readonly edition: string;
  /** the origin of the edition, for links; '' on the viewer's own */
  readonly origin: string;
  readonly text: string;
  readonly at: Date;
  readonly state: AppealState;
  readonly answer: string | null;
  readonly decidedAt: Date | null;
  readonly decidedBy: NamedPerson | null;
  readonly person: NamedPerson;
  readonly act: Pick<LoggedAct, 'reason' | 'at' | 'by' | 'before' | 'after' | 'subjectKind' | 'subjectId'> & {
    readonly label: string;
    readonly subject: Subject | undefined;
  };
  /** why the act cannot be undone; null if it can */
  readonly cannotUndo: string | null;
  /** whether the viewer may decide it */
  readonly verdict: Verdict;
}

/** A decision of the crew, as the person concerned sees it: without the moderator's name. */
export interface Decision
  extends Pick<
    LoggedAct,
    'site' | 'actId' | 'act' | 'subjectKind' | 'subjectId' | 'reason' | 'at' | 'before' | 'after'
  > {
  readonly label: string;
  /** the edition's label */
  readonly edition: string;
  /** the origin of the edition, for links; '' on the viewer's own */
  readonly origin: string;
  readonly subject: { readonly title: string; readonly link: string | null } | undefined;
  /** by a rule of the site rather than by a person */
  readonly isAutomatic: boolean;
  readonly isUndo: boolean;
  readonly isUndone: boolean;
  readonly appeal: {
    readonly text: string;
    readonly at: Date;
    readonly state: AppealState;
    /** to the person; null while it is open */
    readonly answer: string | null;
  } | null;
  readonly mayAppeal: boolean;
}

/** What moderators see about a user at a glance. */
export interface PersonSummary extends NamedPerson {
  readonly registeredAt: Date;
  readonly isClosed: boolean;
  readonly tracks: number;
  readonly comments: number;
  readonly posts: number;
  /** acts of moderators about them, at most 100 */
  readonly acts: number;
  /** cases about them and what they posted, at most 100 */
  readonly cases: number;
  readonly openCases: number;
}

/** A profile of a person on an edition where the viewer has a role. */
export interface ShownProfile {
  readonly person: NamedPerson;
  readonly site: string;
  readonly label: string;
  /** the edition's name */
  readonly name: string;
  /** the origin of the edition, for links; '' on the viewer's own */
  readonly origin: string;
  readonly registeredAt: Date;
  readonly isClosed: boolean;
  readonly tracks: number;
  readonly replays: number;
  readonly comments: number;
  readonly posts: number;
  /** what they reported, and how much of it was right */
  readonly reports: { readonly written: number; readonly solved: number; readonly rejected: number };
}

/** A case about a person or what they posted. */
export interface CaseAbout {
  readonly site: string;
  readonly label: string;
  readonly caseId: number;
  readonly title: string;
  readonly state: CaseState;
  readonly sources: readonly string[];
  readonly outcome: string | null;
  readonly openedAt: Date;
}
