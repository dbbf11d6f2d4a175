import type { CaseState } from '#features/cases/model.ts';
import type { NamedPerson } from '#features/modlog/acts.ts';

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

/** A user whom a moderator looks for, once however many of the editions they use. */
export interface FoundUser extends NamedPerson {
  /** code of the edition of the UserId */
  readonly site: string;
  readonly registeredAt: Date;
}
