import { daysBefore } from '#lib/codes/durations.ts';
import { conflict, no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { TrackRelation } from './model.ts';

/** Every action on a track other than viewing it. */
export type TrackRight =
  | 'edit'
  | 'setAuthors'
  | 'setVisibility'
  | 'release'
  | 'renewLink'
  | 'replaceFile'
  | 'delete'
  | 'restore'
  | 'answerInvitation'
  | 'withdraw';

/** Relations to a track that grant permissions. A user can have several. */
type Part = 'uploader' | 'coAuthor' | 'pending' | 'moderator';

const parts: Record<Part, (relation: TrackRelation) => boolean> = {
  uploader: ({ isUploader }) => isUploader,
  coAuthor: ({ isAuthor, isUploader }) => isAuthor && !isUploader,
  pending: ({ isPending }) => isPending,
  moderator: ({ isModerator }) => isModerator,
};

/** Who may do what, and the refusal for others. Co-authors may edit texts, never the file. */
const rights: Record<TrackRight, { may: readonly Part[]; else: string }> = {
  edit: { may: ['uploader', 'coAuthor', 'moderator'], else: 'Only its authors can edit this track.' },
  setAuthors: { may: ['uploader', 'moderator'], else: 'Only the uploader can change the authors.' },
  setVisibility: {
    may: ['uploader', 'moderator'],
    else: 'Only the uploader can change who sees this track.',
  },
  release: { may: ['uploader', 'moderator'], else: 'Only the uploader can release this track.' },
  renewLink: { may: ['uploader', 'moderator'], else: 'Only the uploader can change the secret link.' },
  replaceFile: { may: ['uploader'], else: 'Only the uploader can replace the file.' },
  delete: { may: ['uploader', 'moderator'], else: 'Only the uploader can delete this track.' },
  restore: { may: ['uploader', 'moderator'], else: 'Only the uploader can restore this track.' },
  answerInvitation: { may: ['pending'], else: 'You aren’t invited to be an author of this track.' },
  withdraw: { may: ['coAuthor'], else: 'You aren’t a co-author of this track.' },
};

/** Whether the relation allows an action; further conditions are in the functions below. */
export const may = (right: TrackRight, relation: TrackRelation): Verdict =>
  rights[right].may.some((part) => parts[part](relation)) ? yes : no(rights[right].else);

export const mayEdit = (relation: TrackRelation): Verdict => may('edit', relation);
export const maySetAuthors = (relation: TrackRelation): Verdict => may('setAuthors', relation);
export const maySetVisibility = (relation: TrackRelation): Verdict => may('setVisibility', relation);
export const mayRenewLink = (relation: TrackRelation): Verdict => may('renewLink', relation);
export const mayReplaceFile = (relation: TrackRelation): Verdict => may('replaceFile', relation);
export const mayAnswerInvitation = (relation: TrackRelation): Verdict => may('answerInvitation', relation);
export const mayWithdraw = (relation: TrackRelation): Verdict => may('withdraw', relation);

/** A track is released once: when it first becomes public, or when a public beta becomes a normal track. */
export function mayRelease(
  relation: TrackRelation,
  track: { readonly wasReleased: boolean; readonly isBeta: boolean; readonly hold: string | null },
): Verdict {
  const allowed = may('release', relation);
  if (!allowed.ok) return allowed;
  if (track.wasReleased && !track.isBeta) return no('This track has already been released.');
  return track.hold === 'review' && relation.isModerator ? yes : mayShow(track.hold);
}

/** Whether the track may become public now: not while moderators hold it back. */
export function mayShow(hold: string | null): Verdict {
  if (hold === null) return yes;
  return conflict(
    hold === 'crew'
      ? 'A moderator hid this track. Only moderators can unhide it.'
      : 'This track is waiting for a moderator’s approval.',
  );
}

/** The uploader, unless others have driven it; moderators always. `otherDrivers`: number of other users with a replay. */
export function mayDelete(relation: TrackRelation, { otherDrivers }: { otherDrivers: number }): Verdict {
  const allowed = may('delete', relation);
  if (!allowed.ok || relation.isModerator || otherDrivers === 0) return allowed;
  const who = otherDrivers === 1 ? 'Someone else has' : `${otherDrivers} others have`;
  return no(`${who} driven this track, so you can’t delete it. Hide it, or ask a moderator.`);
}

/** How long a deleted track can be restored, and how long an invitation is valid. */
export const restorableDays = 30;
export const invitationDays = 30;

/** A track deleted by a moderator can be restored only by moderators. */
export function mayRestore(
  relation: TrackRelation,
  track: { readonly deletedAt: Date | null; readonly deletedReason: string | null },
  now: Date,
): Verdict {
  const allowed = may('restore', relation);
  if (!allowed.ok) return allowed;
  if (track.deletedAt === null) return no('This track isn’t deleted.');
  if (track.deletedAt <= daysBefore(now, restorableDays))
    return no(`More than ${restorableDays} days have passed, so this track can’t be restored.`);
  if (track.deletedReason !== null && !relation.isModerator)
    return no('A moderator deleted this track. Only a moderator can restore it.');
  return yes;
}

/**
 * Whether the viewer acts only as a moderator: then a reason is required, which is logged and sent to the
 * authors.
 */
export const onlyAsModerator = (
  relation: TrackRelation,
  rule: (relation: TrackRelation) => Verdict,
): boolean => relation.isModerator && !rule({ ...relation, isModerator: false }).ok;
