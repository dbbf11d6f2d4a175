import { plainAddress } from '#features/tracks/download/play.ts';
import { replayFileName } from '#lib/format/filename.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { messageDocument } from '#lib/xml/maniacode.ts';
import type { Ctx } from '#platform/context.ts';
import { onHost } from '#platform/http/address.ts';
import { maniaCodeEndpoint } from '#platform/http/maniacode.ts';
import { Problem } from '#platform/http/problem.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import { routes } from '#routes/routes.ts';
import { downloadableReplay } from '../../server/download.ts';
import { replayActIn, replayDocument } from '../play.ts';

/** GET /maniacode/replay?site=&id=&act=: a document that makes the game show a replay, or drive against it. */
export const maniaCodeReplay = maniaCodeEndpoint(documentFor);

async function documentFor(ctx: Ctx, request: HttpRequest): Promise<string> {
  const { query, origin } = request;
  try {
    const { replay, track } = await downloadableReplay(ctx, query.get('id') ?? undefined, request);
    const { host } = new URL(onHost(origin, ctx.site.host));
    return replayDocument(replayActIn(query.get('act')), {
      fileName: replayFileName(stripGameText(track.name), replay.replay_id),
      url: plainAddress(host, routes.recordGbx(replay.replay_id, query.get('key'))),
    });
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    return messageDocument(error.status === 404 ? 'This replay doesn’t exist, or is hidden.' : error.message);
  }
}
