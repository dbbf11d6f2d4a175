import { gapBetween } from '#features/replays/gap.ts';
import { chosenMoment, eraAt } from '#features/replays/history/board-at.ts';
import { progressChart } from '#features/replays/history/progress-chart.ts';
import { boardChanges } from '#features/replays/history/server/board-changes.ts';
import { boardAt } from '#features/replays/history/server/history.ts';
import { recordProgress } from '#features/replays/history/server/progress.ts';
import { watchableRuns } from '#features/replays/server/policy.ts';
import { maxRacers, raceAddress } from '#features/replays/view-address.ts';
import { seenTrack } from '#features/tracks/page/server/seen-track.ts';
import { stuntsType } from '#lib/codes/track.ts';
import type { Ctx } from '#platform/context.ts';

interface PageRequest {
  readonly url: URL;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly locals: { readonly ctx: Ctx };
}

/** The leaderboard of a track as of the date in the address, and how its record came about; null if there is no such track. */
export async function loadReplayHistory(page: PageRequest) {
  const { ctx } = page.locals;
  const track = await seenTrack(page);
  if (!track) return null;
  const { searchParams } = page.url;
  const now = ctx.clock.now();
  const chosen = chosenMoment(searchParams.get('at'), searchParams.get('moment'), now);
  const at = chosen ?? now;
  const withBeaten = searchParams.get('beaten') === '1';
  const files = [track.file, ...track.olderFiles];
  const era = eraAt(files, at);
  const keep: Record<string, string> = {};
  for (const name of ['at', 'moment', 'beaten', 'key'] as const) {
    const value = searchParams.get(name);
    if (value !== null) keep[name] = value;
  }
  const { trackId } = track;
  const [board, changes, records] = await Promise.all([
    boardAt(ctx, { trackId, at, era, withBeaten }, searchParams, keep),
    boardChanges(ctx, trackId, at, files),
    recordProgress(ctx, trackId, era),
  ]);
  const end = era.until ?? now;
  // older versions of the track have other maps
  const canRace = era.until === null && track.primaryType !== stuntsType;
  const racers = canRace ? watchableRuns(ctx, track, records).toReversed() : [];
  const drawn = records.map((record) => ({ ...record, at: new Date(`${record.ReplayAt}Z`) }));
  return {
    track,
    chosen,
    at,
    withBeaten,
    era,
    board,
    changes,
    versions: files.length,
    chart: progressChart(track.primaryType, drawn, end, chosen),
    /** where the latest records that this viewer may watch race each other; null if there are not two */
    race:
      racers.length > 1
        ? raceAddress(
            trackId,
            track.secretKey,
            racers.slice(0, maxRacers).map(({ ReplayId }) => ReplayId),
          )
        : null,
    /** the newest first, each with its number in the chart */
    records: drawn
      .map((record, index) => {
        const before = drawn[index - 1];
        return {
          ...record,
          number: index + 1,
          gain: before ? gapBetween(track.primaryType, record, before) : null,
          heldUntil: drawn[index + 1]?.at ?? end,
        };
      })
      .toReversed(),
  };
}
