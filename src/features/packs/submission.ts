import { isModerator, type Level } from '#lib/codes/level.ts';

/** in any state */
export const mostPackTracks = 1000;
/** by one user who does not manage the pack */
export const mostSubmissions = 5;

/** The facts that decide whether a user may add a track to a pack. */
export interface PackStanding {
  readonly isManager: boolean;
  readonly isLegacy: boolean;
  readonly allowsSubmissions: boolean;
  /** in any state */
  readonly tracks: number;
  /** of these, added by the viewer */
  readonly ownSubmissions: number;
}

/** Whether the viewer manages the pack. */
export const managesPack = (
  viewer: { readonly userId: number; readonly level: Level },
  pack: { readonly ownerId: number; readonly isNamedManager: boolean },
): boolean =>
  (viewer.userId !== 0 && viewer.userId === pack.ownerId) || pack.isNamedManager || isModerator(viewer);

/** Why this track may not be added to this pack; null if it may. */
export function submissionRefusal(pack: PackStanding, track: { readonly isBeta: boolean }): string | null {
  if (pack.isLegacy) return 'This is a legacy trackpack: it cannot be changed.';
  if (!pack.isManager && !pack.allowsSubmissions)
    return 'Only its managers can add tracks to this trackpack.';
  if (track.isBeta) return 'Beta maps cannot be in a trackpack.';
  if (pack.tracks >= mostPackTracks) return `A trackpack has at most ${mostPackTracks} tracks.`;
  if (!pack.isManager && pack.ownSubmissions >= mostSubmissions)
    return `You can submit at most ${mostSubmissions} tracks to this trackpack.`;
  return null;
}
