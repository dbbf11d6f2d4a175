import { forSite } from '#db/for-site.ts';
import { visibleTrack } from '#features/tracks/server/repo.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import { isModerator } from '#lib/codes/level.ts';
import { attachmentHeader } from '#lib/format/content-disposition.ts';
import { replayFileName } from '#lib/format/filename.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { fileReply } from '#platform/files/serve.ts';
import { assertAllowed, notFound } from '#platform/http/problem.ts';
import { isProblem } from '#platform/http/problem-reply.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { mayDownload } from '../model.ts';

/** GET and HEAD /recordgbx/:replayId: the very bytes of a replay. */
export const recordGbxEndpoint: Endpoint = {
  async handle(ctx, request, params) {
    const { replay, track } = await visibleReplay(ctx, params.replayId, request.query.get('key'));
    assertAllowed(
      mayDownload(
        { primaryType: track.primary_type, replayAt: replay.replay_at, secretUntil: replay.secret_until },
        {
          isDriver: replay.user_id === ctx.viewer.userId,
          isAuthor: track.relation.isAuthor,
          isModerator: isModerator(ctx.viewer),
        },
        ctx.clock.now(),
      ),
    );
    const blob = await ctx.files.open(replay.sha256);
    if (!blob)
      throw new Error(`The file of replay ${ctx.site.code}/${replay.replay_id} is missing: ${replay.sha256}`);
    return fileReply(request, {
      blob,
      sha256: replay.sha256,
      modifiedAt: replay.replay_at,
      headers: {
        'content-type': 'application/gbx',
        'content-disposition': attachmentHeader(replayFileName(stripGameText(track.name), replay.replay_id)),
        // asked for again each time, because the track may be hidden by then; the tag saves sending the bytes
        'cache-control': 'private, no-cache',
      },
    });
  },
};

/** A replay with its track, if this viewer may see the track. Throws a Problem 404 otherwise. */
async function visibleReplay(ctx: Ctx, idInPath: string | undefined, key: string | null) {
  const replayId = rowIdIn(idInPath);
  const replay =
    replayId === null
      ? undefined
      : await forSite(ctx, 'replay')
          .where('replay_id', '=', replayId)
          .where('deleted_at', 'is', null)
          .select(['replay_id', 'track_id', 'user_id', 'replay_at', 'secret_until', 'sha256'])
          .executeTakeFirst();
  if (!replay) throw notFound('This replay');
  try {
    return { replay, track: await visibleTrack(ctx, replay.track_id, key) };
  } catch (error) {
    // the same answer as for a replay that does not exist
    throw isProblem(error) && error.status === 404 ? notFound('This replay') : error;
  }
}
