import { forSite } from '#db/for-site.ts';
import { isModerator } from '#lib/codes/level.ts';
import { solidVersion } from '#lib/drawing/solid/track-solid.ts';
import { formatRank } from '#lib/format/ordinal.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import { maxRacers, type View, viewAddress } from '../../view-address.ts';
import { resultText } from '../duel.ts';
import type { ViewedReplay } from '../viewed-replay.ts';
import { checkpointTimes } from './checkpoint-times.ts';
import {
  duelOfRows,
  maySeeRun,
  readReplays,
  readViewed,
  seenTrack,
  storedFiles,
  type ViewedRow,
  viewedFields,
} from './repo.ts';

/** Offered for viewing: the best of the leaderboard. */
const maxOffered = 50;

/** The track and replays of the viewer's page; null if there is no such track or the viewer may not see it. */
export async function replayView(ctx: Ctx, trackId: number, key: string | null, view: View) {
  const track = await seenTrack(ctx, trackId, key);
  if (!track) return null;
  const { replayIds, isRace } = view;
  const [best, named, file] = await Promise.all([
    readReplays(ctx, { fields: viewedFields, trackid: trackId, best: 1, count: maxOffered }),
    readViewed(ctx, trackId, replayIds),
    forSite(ctx, 'track_version')
      .where('track_id', '=', trackId)
      .where('version', '=', track.current_version)
      .select('uid')
      .executeTakeFirstOrThrow(),
  ]);
  const secret = track.is_listed ? null : key;
  const isRaceOfBest = isRace && replayIds.length === 0;
  const rows = isRaceOfBest
    ? best.Results.filter((row) => maySeeRun(ctx, track, row).ok).slice(0, maxRacers)
    : named;
  const files = await storedFiles(
    ctx,
    rows.map(({ ReplayId }) => ReplayId),
  );
  const shown = (row: ViewedRow): ViewedReplay => {
    const verdict = maySeeRun(ctx, track, row);
    return {
      replayId: row.ReplayId,
      driverId: row.User.UserId,
      driver: row.User.Name,
      result: resultText(track.primary_type, row),
      rank: row.Position === null ? '–' : formatRank(row.Position + 1),
      file: verdict.ok ? routes.recordGbx(row.ReplayId, secret) : null,
      why: verdict.ok ? null : verdict.reason,
      evidence: isModerator(ctx.viewer) ? routes.replayEvidence(row.ReplayId, secret) : null,
    };
  };
  const offered = best.Results.map(shown);
  const chosen = await Promise.all(
    rows.map(async (row) => {
      const replay = shown(row);
      const stored = replay.file === null ? undefined : files.get(row.ReplayId);
      return {
        ...replay,
        sizeBytes: stored?.size_bytes ?? null,
        // a race shows no sectors
        checkpointsMs: stored && !isRace ? await checkpointTimes(ctx, stored.sha256) : null,
      };
    }),
  );
  return {
    trackId,
    trackName: stripGameText(track.name) || `Track ${trackId}`,
    trackUid: file.uid,
    isRace,
    isShared: track.is_public && track.is_listed,
    key: secret,
    /** null until the job has drawn it */
    drawing: track.drawing_sha256 === null ? null : routes.trackDrawing(trackId, secret),
    /** address of the track as triangles, also while its drawing waits for the job; null if nothing of it can be drawn in space */
    solid:
      track.drawing_view === null && track.drawing_revision > 0
        ? null
        : routes.trackSolid(trackId, solidVersion(track.sha256, track.drawing_hero_sha256), secret),
    /** in the order of the address; with their size and the times at their checkpoints, as far as they are known */
    chosen,
    offered,
    /** null unless two replays are chosen that the viewer may see */
    duel: isRace ? null : duelOfRows(ctx, track, rows),
    duels: duelsWith(isRace ? [] : chosen, offered, ctx.viewer.userId).map(({ label, replayIds: ids }) => ({
      label,
      href: viewAddress(trackId, { replayIds: ids }, secret),
    })),
  };
}

/** Duels that are offered to a viewer of one run: with the record, and with the viewer’s own replay. */
function duelsWith(chosen: readonly ViewedReplay[], offered: readonly ViewedReplay[], viewerId: number) {
  const [shown] = chosen;
  if (!shown || shown.file === null || chosen.length > 1) return [];
  const [record] = offered;
  const own = viewerId > 0 ? offered.find(({ driverId }) => driverId === viewerId) : undefined;
  const rivals = [
    { label: 'Duel with the record', rival: record },
    ...(own === record ? [] : [{ label: 'Duel with my replay', rival: own }]),
  ];
  return rivals.flatMap(({ label, rival }) =>
    rival && rival.file !== null && rival.replayId !== shown.replayId
      ? [{ label, replayIds: [shown.replayId, rival.replayId] }]
      : [],
  );
}
