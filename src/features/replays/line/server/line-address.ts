import { isModerator } from '#lib/codes/level.ts';
import type { Ctx } from '#platform/context.ts';
import { changesAt } from '#platform/page-cache/reads.ts';
import { routes } from '#routes/routes.ts';
import { downloadableAt, mayDownload } from '../../model.ts';

/** Changes with the replay and with the drawing. */
export const lineVersion = (replayFile: string, drawing: string): string =>
  replayFile.slice(0, 6) + drawing.slice(0, 6);

/** The record of a track. */
interface RecordFile {
  readonly replayId: number;
  readonly driverId: number;
  readonly sha256: string;
  readonly replayAt: Date;
  readonly secretUntil: Date | null;
}

interface ShownTrack {
  readonly primaryType: number;
  readonly secretKey: string | null;
  readonly relation: { readonly isAuthor: boolean };
}

/**
 * The address of the record's line over the drawing of its track; null if there is no record or drawing, or this viewer may not
 * download the replay. `drawing`: its hash.
 */
export function recordLine(
  { viewer, clock }: Pick<Ctx, 'viewer' | 'clock'>,
  track: ShownTrack,
  record: RecordFile | null,
  drawing: string | null,
): string | null {
  if (!record || drawing === null) return null;
  const facts = { ...record, primaryType: track.primaryType };
  const relation = {
    isDriver: record.driverId === viewer.userId,
    isAuthor: track.relation.isAuthor,
    isModerator: isModerator(viewer),
  };
  if (!mayDownload(facts, relation, clock.now()).ok) {
    changesAt(downloadableAt(facts).getTime());
    return null;
  }
  return routes.replayLine(record.replayId, lineVersion(record.sha256, drawing), track.secretKey);
}
