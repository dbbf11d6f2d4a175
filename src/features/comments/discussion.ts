import type { ShownHeld } from '#features/texts/shown-held.ts';
import type { AwardButton } from '#features/tracks/page/page-data.ts';
import type { Verdict } from '#lib/rules/verdict.ts';
import { routes } from '#routes/routes.ts';
import type { CommentKind } from './model.ts';

/** The author of a text. */
interface Writer {
  readonly userId: number;
  readonly name: string;
  readonly customUrl: string | null;
  /** of the name: 0 none, 1 supporter, 2 crew */
  readonly tint: number;
}

/** A comment, an award or a reply as the page shows it to this viewer. */
export interface Comment {
  readonly id: number;
  readonly kind: CommentKind;
  readonly writer: Writer;
  /** whether the writer is an author of the track */
  readonly isAuthor: boolean;
  readonly at: Date;
  readonly isEdited: boolean;
  /** safe HTML of our own renderer; null if the text was removed, or the viewer blocked the writer */
  readonly html: string | null;
  /** the viewer blocked the writer */
  readonly isBlocked: boolean;
  /** BB-code, for users who may edit it */
  readonly source: string | null;
  readonly mayReply: boolean;
  readonly mayDelete: boolean;
}

/** A comment or award with its replies, oldest first. */
export interface Thread extends Comment {
  readonly replies: readonly Comment[];
  /** expanded, because the requested reply is among them */
  readonly isOpen: boolean;
}

/** What the viewer may do here, or why not. */
export interface Chances {
  readonly comment: Verdict;
  /** `given`: the viewer's own award on this track */
  readonly award: Verdict & { readonly given: number | null };
}

/** One page of the comments and awards of a track, newest first. */
export interface Discussion {
  readonly trackId: number;
  /** the secret of the track's link, for links and forms here; null if it is not needed */
  readonly key: string | null;
  readonly threads: readonly Thread[];
  readonly page: number;
  readonly lastPage: number;
  readonly awards: number;
  readonly comments: number;
  /** the viewer is not signed in */
  readonly isVisitor: boolean;
  readonly can: Chances;
  /** the comment requested by the address, if it is on this page */
  readonly requested: number | null;
  /** the viewer's own texts that wait for a moderator */
  readonly held: readonly ShownHeld[];
}

/** What the award button of a track's page does: leads to the form or to the viewer's own award, or says why not. */
export function awardChance({
  can,
  isVisitor,
  trackId,
  key,
}: Pick<Discussion, 'can' | 'isVisitor' | 'trackId' | 'key'>): AwardButton {
  const { award } = can;
  if (award.given !== null)
    return { href: routes.trackComment(trackId, award.given, key), reason: 'You gave this track an award.' };
  if (isVisitor) return { href: '#discussion', reason: null }; // where they are invited to sign in
  return award.ok
    ? { href: routes.commentUpdate(trackId, 'award', 0, { key }), reason: null }
    : { href: null, reason: award.reason };
}
