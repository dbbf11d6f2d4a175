/** A user as named on pages of moderators. */
export interface NamedPerson {
  readonly UserId: number;
  readonly Name: string;
  /** 0 not tinted, 1 a supporter, 2 the crew */
  readonly Tint: number;
}

/** The columns of a joined profile as a person; null if there is none. */
export const namedPerson = (
  id: number | null,
  name: string | null,
  tint: number | null,
): NamedPerson | null => (id && name ? { UserId: id, Name: name, Tint: tint ?? 0 } : null);

/** What an act is done to, such as `{ kind: 'comment', id: 7 }`. */
export interface ActRef {
  readonly kind: string;
  readonly id: number;
}

/** An act of the log, as its undo needs it. */
export interface StoredAct {
  readonly actId: number;
  readonly act: string;
  readonly subject: ActRef;
  readonly reason: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  readonly personId: number | null;
  readonly caseId: number | null;
  /** null: the server itself */
  readonly userId: number | null;
  readonly at: Date;
}

/** An act in the moderation log, as it is shown. */
export interface LoggedAct {
  readonly site: string;
  readonly actId: number;
  readonly act: string;
  readonly subjectKind: string;
  readonly subjectId: number;
  readonly reason: string;
  /** null: the server itself */
  readonly by: NamedPerson | null;
  /** the user on whose account or work it was decided */
  readonly person: NamedPerson | null;
  readonly at: Date;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly caseId: number | null;
  readonly undoes: number | null;
  /** the act that undid it */
  readonly undoneBy: number | null;
}

/** An act with its subject, as moderators see it. */
export interface ShownAct extends LoggedAct {
  /** the name of an act that this version does not know */
  readonly label: string;
  /** the edition's label */
  readonly edition: string;
  /** the origin of the edition, for links; '' on the viewer's own */
  readonly origin: string;
  /** of the subject, or how the log calls one that is not loaded */
  readonly title: string;
  /** the title names the person concerned */
  readonly namesPerson: boolean;
  /** undefined: it no longer exists */
  readonly subject:
    | { readonly title: string; readonly link: string | null; readonly isGone: boolean }
    | undefined;
  /** `offered`: the viewer may undo it now; `cannot`: why nobody can */
  readonly undo:
    | { readonly is: 'offered' }
    | { readonly is: 'cannot'; readonly why: string }
    | { readonly is: 'none' };
}
