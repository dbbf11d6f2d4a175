import { forSite } from '#db/for-site.ts';
import { visibleTrack } from '#features/tracks/server/repo.ts';
import { isModerator } from '#lib/codes/level.ts';
import type { Verdict } from '#lib/rules/verdict.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { withoutVisibilityRule } from '#platform/lists/list.ts';
import { reader } from '#platform/lists/run.ts';
import { replayList } from '../../list/server/list.ts';
import { mayDownload } from '../../model.ts';
import { type Duel, type Duellist, duelOf } from '../duel.ts';

/** Reads replays of a track that the viewer may see. */
export const readReplays = reader(withoutVisibilityRule(replayList));

export const viewedFields = [
  'ReplayId',
  'User.UserId',
  'User.Name',
  'ReplayTime',
  'ReplayScore',
  'ReplayRespawns',
  'IsSecret',
  'ReplayAt',
  'Position',
] as const;
export type ViewedRow = Awaited<ReturnType<typeof readViewed>>[number];

/** Replays of a track by their ids, in this order; those of other tracks are left out. */
export async function readViewed(ctx: Ctx, trackId: number, replayIds: readonly number[]) {
  if (replayIds.length === 0) return [];
  const found = await readReplays(ctx, {
    fields: viewedFields,
    trackid: trackId,
    id: replayIds,
    count: replayIds.length,
  });
  const byId = new Map(found.Results.map((row) => [row.ReplayId, row]));
  return replayIds.flatMap((id) => byId.get(id) ?? []);
}

export type ViewedTrack = Awaited<ReturnType<typeof visibleTrack>>;

/** Null if there is no such track or the viewer may not see it. */
export async function seenTrack(ctx: Ctx, trackId: number, key: string | null): Promise<ViewedTrack | null> {
  try {
    return await visibleTrack(ctx, trackId, key);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}

/** Whether the viewer may see a run: exactly when its file may be downloaded. */
export const maySeeRun = (ctx: Ctx, track: ViewedTrack, row: ViewedRow): Verdict =>
  mayDownload(
    {
      primaryType: track.primary_type,
      replayAt: new Date(`${row.ReplayAt}Z`),
      secretUntil: row.IsSecret ? farFuture : null,
    },
    {
      isDriver: row.User.UserId === ctx.viewer.userId,
      isAuthor: track.relation.isAuthor,
      isModerator: isModerator(ctx.viewer),
    },
    ctx.clock.now(),
  );

/** `IsSecret` has already compared the date, so any later one will do. */
const farFuture = new Date(8.64e15);

/** The duel of exactly two replays; null unless the viewer may see both runs. */
export function duelOfRows(ctx: Ctx, track: ViewedTrack, rows: readonly ViewedRow[]): Duel | null {
  const [first, second] = rows;
  if (!first || !second || rows.length > 2 || !rows.every((row) => maySeeRun(ctx, track, row).ok))
    return null;
  return duelOf(track.primary_type, duellist(first), duellist(second));
}

const duellist = ({ User, ...result }: ViewedRow): Duellist => ({
  ...result,
  driverId: User.UserId,
  driver: User.Name,
});

/** The duel of two replays of a track with the track’s name, for other features; null if this viewer may not see it. */
export async function readDuel(ctx: Ctx, trackId: number, replayIds: readonly number[]) {
  const track = replayIds.length === 2 ? await seenTrack(ctx, trackId, null) : null;
  const duel = track && duelOfRows(ctx, track, await readViewed(ctx, trackId, replayIds));
  return duel && { duel, trackName: track.name };
}

/**
 * A replay of a track with what draws its line, for other features; null if this viewer may not see the run. `line` is null if the track
 * has no drawing, or another one than the file that was driven.
 */
export async function readRun(ctx: Ctx, trackId: number, replayId: number) {
  const track = await seenTrack(ctx, trackId, null);
  const [row] = track ? await readViewed(ctx, trackId, [replayId]) : [];
  if (!track || !row || !maySeeRun(ctx, track, row).ok) return null;
  const file = (await storedFiles(ctx, [replayId])).get(replayId);
  const { drawing_hero_sha256: hero, drawing_view: view } = track;
  return {
    row,
    primaryType: track.primary_type,
    trackName: track.name,
    line: file && !file.is_outdated && hero && view ? { hero, view, replay: file.sha256 } : null,
  };
}

interface StoredFile {
  readonly sha256: string;
  readonly size_bytes: number;
  readonly is_outdated: boolean;
}

/** The files of replays. */
export async function storedFiles(
  ctx: Ctx,
  replayIds: readonly number[],
): Promise<ReadonlyMap<number, StoredFile>> {
  if (replayIds.length === 0) return new Map();
  const rows = await forSite(ctx, 'replay')
    .where('replay_id', 'in', [...replayIds])
    .innerJoin('blob', 'blob.sha256', 'replay.sha256')
    .select(['replay_id', 'is_outdated', 'blob.sha256', 'blob.size_bytes'])
    .execute();
  return new Map(rows.map(({ replay_id, ...file }) => [replay_id, file]));
}
