import type { ForeignPart } from './foreign.ts';
import type { HeldState } from './held.ts';

/** A held text as its author and the crew see it. */
export interface ShownHeld {
  readonly heldId: number;
  /** "comment" */
  readonly what: string;
  readonly place: { readonly name: string; readonly link: string };
  /** of a thread */
  readonly title: string | null;
  /** safe HTML; null if the text is no longer stored */
  readonly html: string | null;
  /** as typed */
  readonly source: string;
  readonly parts: readonly ForeignPart[];
  /** the unique addresses of its links and pictures */
  readonly addresses: readonly string[];
  readonly state: HeldState;
  readonly heldAt: Date;
  readonly endedAt: Date | null;
  /** when it expires; after its end, when it is deleted */
  readonly endsAt: Date;
  /** 1: the next one; null: it does not wait */
  readonly queuePlace: number | null;
}
