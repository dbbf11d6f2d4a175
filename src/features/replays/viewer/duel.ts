import { platformType } from '#lib/codes/track.ts';
import { formatResult } from '#lib/format/result.ts';
import { formatLead, gapBetween, type WireResult } from '../gap.ts';
import { resultOf } from '../model.ts';

/** One of two runs that are compared. */
export interface Duellist extends WireResult {
  readonly driverId: number;
  readonly driver: string;
}

/** Two runs of one track: which result is better, and by how much. */
export interface Duel {
  readonly ahead: string;
  readonly behind: string;
  /** in the unit of the results; null if they are equal */
  readonly lead: string | null;
  /** of the better run, then of the other */
  readonly results: readonly [string, string];
  readonly isOneDriver: boolean;
}

/** Compares two results that the viewer may know. Null if one of them is hidden. */
export function duelOf(primaryType: number, first: Duellist, second: Duellist): Duel | null {
  const [ahead, behind] =
    rank(primaryType, first) <= rank(primaryType, second) ? [first, second] : [second, first];
  const gap = gapBetween(primaryType, ahead, behind);
  if (gap === null) return null;
  return {
    ahead: ahead.driver,
    behind: behind.driver,
    lead: gap.behind === 0 && gap.respawns === 0 ? null : formatLead(primaryType, gap),
    results: [resultText(primaryType, ahead), resultText(primaryType, behind)],
    isOneDriver: ahead.driverId === behind.driverId,
  };
}

const rank = (primaryType: number, { ReplayTime, ReplayRespawns, ReplayScore }: WireResult): number =>
  resultOf(primaryType, { timeMs: ReplayTime, respawns: ReplayRespawns, score: ReplayScore });

/** A result as in lists. */
export const resultText = (primaryType: number, replay: WireResult): string =>
  replay.IsSecret
    ? 'Secret'
    : formatResult(
        primaryType,
        replay.ReplayTime,
        primaryType === platformType ? replay.ReplayRespawns : replay.ReplayScore,
      );

/** `ann 0.12 s ahead of bo`. */
export function duelTitle({ ahead, behind, lead, isOneDriver }: Duel): string {
  if (isOneDriver)
    return lead === null ? `Two equal runs by ${ahead}` : `Two runs by ${ahead}, ${lead} apart`;
  return lead === null ? `${ahead} level with ${behind}` : `${ahead} ${lead} ahead of ${behind}`;
}
