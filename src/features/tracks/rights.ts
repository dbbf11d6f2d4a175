import { daysBefore } from '#lib/codes/durations.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { TrackRelation } from './model.ts';

/** Everything that may be done to a track besides looking at it. */
export type TrackAct =
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

/** What somebody can be to a track, as far as it gives rights. One may be several things at once. */
type Part = 'uploader' | 'coAuthor' | 'pending' | 'moderator';

const parts: Record<Part, (relation: TrackRelation) => boolean> = {
  uploader: ({ isUploader }) => isUploader,
  coAuthor: ({ isAuthor, isUploader }) => isAuthor && !isUploader,
  pending: ({ isPending }) => isPending,
  moderator: ({ isModerator }) => isModerator,
};

/** Who may do what, and what the others are told. Co-authors look after the text, never the file. */
const acts: Record<TrackAct, { may: readonly Part[]; else: string }> = {
  edit: { may: ['uploader', 'coAuthor', 'moderator'], else: 'Only its authors can edit this track.' },
  setAuthors: { may: ['uploader', 'moderator'], else: 'Only the uploader can change who its authors are.' },
  setVisibility: {
    may: ['uploader', 'moderator'],
    else: 'Only the uploader can change who sees this track.',
  },
  release: { may: ['uploader', 'moderator'], else: 'Only the uploader can release this track.' },
  renewLink: { may: ['uploader', 'moderator'], else: 'Only the uploader can change the secret link.' },
  replaceFile: { may: ['uploader'], else: 'Only the uploader can replace the file.' },
  delete: { may: ['uploader', 'moderator'], else: 'Only the uploader can delete this track.' },
  restore: { may: ['uploader', 'moderator'], else: 'Only the uploader can restore this track.' },
  answerInvitation: { may: ['pending'], else: 'You are not invited to be an author of this track.' },
  withdraw: { may: ['coAuthor'], else: 'You are not a co-author of this track.' },
};

/** Whether what somebody is to a track allows an act; what else must hold is in the functions below. */
export const may = (act: TrackAct, relation: TrackRelation): Verdict =>
  acts[act].may.some((part) => parts[part](relation)) ? yes : no(acts[act].else);

export const mayEdit = (relation: TrackRelation): Verdict => may('edit', relation);
export const maySetAuthors = (relation: TrackRelation): Verdict => may('setAuthors', relation);
export const maySetVisibility = (relation: TrackRelation): Verdict => may('setVisibility', relation);
export const mayRenewLink = (relation: TrackRelation): Verdict => may('renewLink', relation);
export const mayReplaceFile = (relation: TrackRelation): Verdict => may('replaceFile', relation);
export const mayAnswerInvitation = (relation: TrackRelation): Verdict => may('answerInvitation', relation);
export const mayWithdraw = (relation: TrackRelation): Verdict => may('withdraw', relation);

/** A track is released once: when it first becomes public, or when a public beta becomes a track like any other. */
export function mayRelease(
  relation: TrackRelation,
  track: { readonly wasReleased: boolean; readonly isBeta: boolean },
): Verdict {
  const allowed = may('release', relation);
  if (!allowed.ok) return allowed;
  return !track.wasReleased || track.isBeta ? yes : no('This track has already been released.');
}

/** The uploader while nobody else has driven it; moderators always. `otherDrivers`: how many others have a replay. */
export function mayDelete(relation: TrackRelation, { otherDrivers }: { otherDrivers: number }): Verdict {
  const allowed = may('delete', relation);
  if (!allowed.ok || relation.isModerator || otherDrivers === 0) return allowed;
  const who = otherDrivers === 1 ? 'Someone else has' : `${otherDrivers} others have`;
  return no(`${who} driven this track. Hide it, or ask a moderator to delete it.`);
}

/** How long what was deleted can come back, and how long an invitation waits for its answer. */
export const restorableDays = 30;
export const invitationDays = 30;

/** What was deleted for a reason (an act of a moderator) only moderators bring back. */
export function mayRestore(
  relation: TrackRelation,
  track: { readonly deletedAt: Date | null; readonly deletedReason: string | null },
  now: Date,
): Verdict {
  const allowed = may('restore', relation);
  if (!allowed.ok) return allowed;
  if (track.deletedAt === null) return no('This track is not deleted.');
  if (track.deletedAt <= daysBefore(now, restorableDays))
    return no(`More than ${restorableDays} days have passed: this track can no longer be restored.`);
  if (track.deletedReason !== null && !relation.isModerator)
    return no('A moderator deleted this track. Only a moderator can restore it.');
  return yes;
}

/**
 * Whether somebody acts as a moderator and as nothing else: such an act wants a reason, which goes into the log and to
 * the authors.
 */
export const onlyAsModerator = (
  relation: TrackRelation,
  rule: (relation: TrackRelation) => Verdict,
): boolean => relation.isModerator && !rule({ ...relation, isModerator: false }).ok;
