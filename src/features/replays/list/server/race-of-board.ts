import { isModerator } from '#lib/codes/level.ts';
import { stuntsType } from '#lib/codes/track.ts';
import type { Ctx } from '#platform/context.ts';
import { changesAt } from '#platform/page-cache/reads.ts';
import { downloadableAt, mayDownload } from '../../model.ts';
import { raceAddress } from '../../view-address.ts';
import type { ReplayViewRow } from '../views.ts';

interface ShownTrack {
  readonly trackId: number;
  readonly primaryType: number;
  readonly secretKey: string | null;
  readonly relation: { readonly isAuthor: boolean };
}

type BoardRow = Pick<ReplayViewRow, 'ReplayAt' | 'IsSecret' | 'User'>;

/** The address at which a leaderboard is raced; null unless this viewer may watch two of the runs that it shows. */
export function raceOfBoard(
  { viewer, clock }: Pick<Ctx, 'viewer' | 'clock'>,
  { trackId, primaryType, secretKey, relation }: ShownTrack,
  rows: readonly BoardRow[],
): string | null {
  if (primaryType === stuntsType) return null;
  let watchable = 0;
  for (const { ReplayAt, IsSecret, User } of rows) {
    if (IsSecret) continue;
    const facts = { primaryType, replayAt: new Date(`${ReplayAt}Z`), secretUntil: null };
    const by = {
      isDriver: User.UserId === viewer.userId,
      isAuthor: relation.isAuthor,
      isModerator: isModerator(viewer),
    };
    if (mayDownload(facts, by, clock.now()).ok) watchable += 1;
    else changesAt(downloadableAt(facts).getTime());
  }
  return watchable > 1 ? raceAddress(trackId, secretKey) : null;
}
