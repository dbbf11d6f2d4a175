import { isModerator } from '#lib/codes/level.ts';
import { stuntsType } from '#lib/codes/track.ts';
import type { Ctx } from '#platform/context.ts';
import { changesAt } from '#platform/page-cache/reads.ts';
import { downloadableAt, mayDownload } from '../../model.ts';
import { raceAddress } from '../../view-address.ts';

interface ShownTrack {
  readonly trackId: number;
  readonly primaryType: number;
  readonly secretKey: string | null;
  readonly relation: { readonly isAuthor: boolean };
}

interface BoardRow {
  readonly ReplayAt: string;
  /** for this viewer */
  readonly IsSecret: boolean;
  readonly User: { readonly UserId: number };
}

type Watcher = Pick<Ctx, 'viewer' | 'clock'>;

/** Of the runs of a track those that this viewer may watch. A page that is kept is thrown away when it can be one more. */
export function watchableRuns<Row extends BoardRow>(
  { viewer, clock }: Watcher,
  { primaryType, relation }: Pick<ShownTrack, 'primaryType' | 'relation'>,
  rows: readonly Row[],
): Row[] {
  return rows.filter(({ ReplayAt, IsSecret, User }) => {
    if (IsSecret) return false;
    const facts = { primaryType, replayAt: new Date(`${ReplayAt}Z`), secretUntil: null };
    const by = {
      isDriver: User.UserId === viewer.userId,
      isAuthor: relation.isAuthor,
      isModerator: isModerator(viewer),
    };
    const may = mayDownload(facts, by, clock.now()).ok;
    if (!may) changesAt(downloadableAt(facts).getTime());
    return may;
  });
}

/** The address at which a leaderboard is raced; null unless this viewer may watch two of the runs that it shows. */
export function raceOfBoard(ctx: Watcher, track: ShownTrack, rows: readonly BoardRow[]): string | null {
  if (track.primaryType === stuntsType || watchableRuns(ctx, track, rows).length < 2) return null;
  return raceAddress(track.trackId, track.secretKey);
}
