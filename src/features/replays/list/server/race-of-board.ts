import { stuntsType } from '#lib/codes/track.ts';
import { type ShownRun, type Watcher, watchableRuns } from '../../server/policy.ts';
import { raceAddress } from '../../view-address.ts';

interface ShownTrack {
  readonly trackId: number;
  readonly primaryType: number;
  readonly secretKey: string | null;
  readonly relation: { readonly isAuthor: boolean };
}

/** The address at which a leaderboard is raced; null unless this viewer may watch two of the runs that it shows. */
export function raceOfBoard(ctx: Watcher, track: ShownTrack, rows: readonly ShownRun[]): string | null {
  if (track.primaryType === stuntsType || watchableRuns(ctx, track, rows).length < 2) return null;
  return raceAddress(track.trackId, track.secretKey);
}
