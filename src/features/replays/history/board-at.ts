import { dayMs } from '#lib/codes/durations.ts';
import { parseClientDate } from '#lib/format/dates.ts';
import { gapBetween, type WireResult } from '../gap.ts';

/** A file of a track: its replays are on the board from the upload until the next file. */
export interface FileDate {
  readonly version: number;
  readonly uploadedAt: Date;
}

/** The part of a track's history in which one version was current. */
export interface Era {
  readonly version: number;
  /** null: since the beginning */
  readonly since: Date | null;
  /** null: still */
  readonly until: Date | null;
}

/** The version of a track that was current at a moment; before the first upload, the first one. */
export function eraAt(files: readonly FileDate[], at: Date): Era {
  const sorted = files.toSorted((a, b) => a.version - b.version);
  const index = Math.max(
    0,
    sorted.findLastIndex(({ uploadedAt }) => uploadedAt <= at),
  );
  return {
    version: sorted[index]?.version ?? 1,
    since: index === 0 ? null : (sorted[index]?.uploadedAt ?? null),
    until: sorted[index + 1]?.uploadedAt ?? null,
  };
}

/** `at` of an address: a day, which means its end, or an instant. Null: now, also for future and invalid dates. */
export function momentIn(text: string | null, now: Date): Date | null {
  const at = text === null ? null : parseClientDate(text);
  if (!at) return null;
  const isDay = /^\d{4}-\d{1,2}-\d{1,2}$/.test(text?.trim() ?? '');
  const moment = isDay ? new Date(at.getTime() + dayMs - 1) : at;
  return moment < now ? moment : null;
}

/** The instant of `moment`, if it is on the day of `at`: a form names a day, and keeps the instant that its page shows. Otherwise `at`. */
export function chosenMoment(at: string | null, moment: string | null, now: Date): Date | null {
  const kept = momentIn(moment, now);
  return kept && moment?.includes('T') && dayOf(kept) === at?.trim() ? kept : momentIn(at, now);
}

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The facts about a replay on a board of the past on which places and gaps depend. */
interface Placing extends WireResult {
  readonly ReplayId: number;
}

export interface Placed {
  /** 0-based; null: beaten by then */
  readonly Position: number | null;
  readonly Difference: number | null;
  readonly DifferenceRespawns: number | null;
  readonly Delta: number | null;
  readonly DeltaRespawns: number | null;
}

interface Page<R extends Placing> {
  readonly primaryType: number;
  readonly rows: readonly R[];
  /** ranked replays in front of the page */
  readonly ahead: number;
  /** null on the first page */
  readonly first: R | null;
  readonly previous: R | null;
  readonly isBeaten: (row: R) => boolean;
}

/** The places and gaps of a page of a board of the past, which differ from those of today. */
export function placed<R extends Placing>({ primaryType, rows, ...page }: Page<R>): (R & Placed)[] {
  let { ahead, first, previous } = page;
  return rows.map((row) => {
    if (page.isBeaten(row)) return { ...row, ...unranked };
    first ??= row;
    const toFirst = gapBetween(primaryType, first, row);
    const toPrevious = previous && gapBetween(primaryType, previous, row);
    const Position = ahead;
    ahead += 1;
    previous = row;
    return {
      ...row,
      Position,
      Difference: toFirst?.behind ?? null,
      DifferenceRespawns: toFirst?.respawns ?? null,
      Delta: toPrevious?.behind ?? null,
      DeltaRespawns: toPrevious?.respawns ?? null,
    };
  });
}

const unranked: Placed = {
  Position: null,
  Difference: null,
  DifferenceRespawns: null,
  Delta: null,
  DeltaRespawns: null,
};
