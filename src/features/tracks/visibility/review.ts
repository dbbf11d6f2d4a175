import type { ReviewMode } from '#lib/switches/model.ts';

/** An uploader with this many released tracks is no longer new. */
export const establishedTracks = 3;

export interface Uploads {
  /** tracks of the uploader that are or were public and not held back */
  readonly released: number;
  readonly isCrew: boolean;
}

/** Whether a track that is about to become public for the first time waits for a moderator. The crew's never do. */
export function waitsForReview(mode: ReviewMode, { released, isCrew }: Uploads): boolean {
  if (isCrew || mode === 'never') return false;
  return mode === 'always' || released < establishedTracks;
}

/** Why a track of the author waits, in a sentence. */
export const whyReviewed = (mode: ReviewMode): string =>
  mode === 'newUploaders'
    ? `On this edition, moderators review each uploader’s first ${establishedTracks} tracks before everyone can see them.`
    : 'On this edition, moderators review each track before everyone can see it.';

/** A track that is hidden or is waiting for a moderator, as its authors see it. */
export interface Waiting {
  /** null: its uploader can show it again */
  readonly hold: 'review' | 'crew' | null;
  readonly heldAt: Date;
  /** in the queue of the edition, from 1; null: hidden, which is no queue */
  readonly place: number | null;
  readonly why: string;
}
