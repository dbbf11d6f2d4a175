import { messageDocument } from '#lib/xml/maniacode.ts';
import type { Ctx } from '../context.ts';
import { visitor } from '../viewer.ts';
import type { Endpoint, HttpRequest } from './types.ts';

/**
 * An endpoint that answers the game with a document. One registered name serves all editions, so `site` in the address may differ
 * from the host. The game has no session: it sees what a visitor sees, in the edition that is passed on.
 */
export const maniaCodeEndpoint = (
  documentFor: (ctx: Ctx, request: HttpRequest) => Promise<string>,
): Endpoint => ({
  isOpen: true,
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
});
