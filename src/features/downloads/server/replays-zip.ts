import { mayDownload } from '#features/replays/model.ts';
import { filesOfReplays, type ReplayFileRow } from '#features/replays/server/repo.ts';
import type { StoredTrack } from '#features/tracks/server/repo.ts';
import { isModerator } from '#lib/codes/level.ts';
import { formatWhole } from '#lib/format/count.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import { inSlices } from '#platform/slices.ts';
import type { ZipFile } from '#platform/zip/plan.ts';
import { maxReplays } from '../choice.ts';
import { replayEntryName, uniqueNames } from '../file-names.ts';
import type { FailedFile } from '../manifest.ts';
import { problemOf, type ZipContent } from './zip-content.ts';

/** The replays of a track that this viewer may download, the best first. Throws a Problem 404 if the track has none. */
export async function zippedReplays(
  ctx: Ctx,
  request: Pick<HttpRequest, 'method' | 'signal'>,
  track: StoredTrack,
  most = maxReplays,
): Promise<ZipContent> {
  const unique = uniqueNames();
  const files: ZipFile[] = [];
  const failed: FailedFile[] = [];
  let position = 0;
  let left = most;
  let isMore = false;
  for await (const page of filesOfReplays(ctx, track.track_id, most + 1)) {
    isMore = page.length > left;
    for await (const slice of inSlices(page.slice(0, left))) {
      if (request.signal.aborted) throw new Problem(400, 'The client has left.');
      const problems = await Promise.all(
        slice.map((row) => refusalOf(ctx, track, row) ?? problemOf(ctx, request, row)),
      );
      for (const [index, row] of slice.entries()) {
        const name = unique(replayEntryName(row.is_best ? position++ : null, row.user_name, row.replay_id));
        const reason = problems[index];
        if (reason) failed.push({ fileName: name, reason });
        else files.push({ name, sizeBytes: row.file_size, modifiedAt: row.replay_at, sha256: row.sha256 });
      }
      left -= slice.length;
    }
  }
  if (left === most) throw new Problem(404, 'No records found');
  if (isMore)
    failed.push({
      fileName: 'All further replays',
      reason: `A zip contains at most ${formatWhole(most)} replays.`,
    });
  return { files, failed, trackIds: [] };
}

/** The reason why the viewer may not download a replay; null if they may. */
function refusalOf(
  ctx: Ctx,
  { primary_type, relation }: StoredTrack,
  { user_id, replay_at, secret_until }: ReplayFileRow,
): string | null {
  const verdict = mayDownload(
    { primaryType: primary_type, replayAt: replay_at, secretUntil: secret_until },
    {
      isDriver: user_id === ctx.viewer.userId,
      isAuthor: relation.isAuthor,
      isModerator: isModerator(ctx.viewer),
    },
    ctx.clock.now(),
  );
  return verdict.ok ? null : verdict.reason;
}
