import { messageDocument, plainAddress } from '#features/tracks/download/play.ts';
import { replayFileName } from '#lib/format/filename.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { onHost } from '#platform/http/address.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Endpoint, HttpRequest } from '#platform/http/types.ts';
import { visitor } from '#platform/viewer.ts';
import { routes } from '#routes/routes.ts';
import { downloadableReplay } from '../../server/download.ts';
import { replayActIn, replayDocument } from '../play.ts';

/**
 * GET /maniacode/replay?site=&id=&act=: a document that makes the game show a replay, or drive against it. As for tracks, `site` may
 * differ from the host, and the game sees what a visitor sees.
 */
export const maniaCodeReplay: Endpoint = {
  async handle(ctx, request) {
    const named = request.query.get('site');
    const site = named === null ? ctx.site : ctx.sites.find(({ gameSite }) => gameSite === named);
    return {
      status: 200, // the game does not show documents with other statuses
      headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'no-cache' },
      body: site
        ? await documentFor({ ...ctx, site, viewer: visitor }, request)
        : messageDocument('This site doesn’t exist.'),
    };
  },
};

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
