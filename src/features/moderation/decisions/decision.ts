import type { LoggedAct } from '#features/modlog/acts.ts';
import type { AppealState } from '../appeals/appeals.ts';

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
