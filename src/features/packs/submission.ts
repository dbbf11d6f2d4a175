import { isModerator, type Level } from '#lib/codes/level.ts';

/** in any state */
export const maxPackTracks = 1000;

/** The facts that decide whether a user may add a track to a pack. */
export interface SubmissionFacts {
  readonly isManager: boolean;
  readonly isLegacy: boolean;
  readonly allowsSubmissions: boolean;
  /** in any state */
  readonly tracks: number;
  /** of these, added by the viewer */
  readonly ownSubmissions: number;
  /** how many one user may add who does not manage the pack */
  readonly submissionsPerUser: number;
}

/** Whether the viewer manages the pack. */
export const managesPack = (
  viewer: { readonly userId: number; readonly level: Level },
  pack: { readonly ownerId: number; readonly isNamedManager: boolean },
): boolean =>
  (viewer.userId !== 0 && viewer.userId === pack.ownerId) || pack.isNamedManager || isModerator(viewer);

/** Why the tracks of this pack cannot be changed by anyone; null if they can. */
export const legacyRefusal = ({ isLegacy }: Pick<SubmissionFacts, 'isLegacy'>): string | null =>
  isLegacy ? 'This is a legacy trackpack, so it can’t be changed.' : null;

/** Why this track may not be added to this pack; null if it may. */
export function submissionRefusal(pack: SubmissionFacts, track: { readonly isBeta: boolean }): string | null {
  const legacy = legacyRefusal(pack);
  if (legacy !== null) return legacy;
  if (!pack.isManager && !pack.allowsSubmissions)
    return 'Only its managers can add tracks to this trackpack.';
  if (track.isBeta) return 'Trackpacks can’t contain beta tracks.';
  if (pack.tracks >= maxPackTracks) return `A trackpack can have at most ${maxPackTracks} tracks.`;
  const most = pack.submissionsPerUser;
  if (!pack.isManager && pack.ownSubmissions >= most)
    return `You can submit at most ${most} ${most === 1 ? 'track' : 'tracks'} to this trackpack.`;
  return null;
}
