import { minuteMs } from '#lib/codes/durations.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { taggedReply } from '#platform/http/tagged.ts';
import type { Endpoint, HttpRequest } from '#platform/http/types.ts';
import { get } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { atomXml, type Feed, updatedAt } from '../atom.ts';
import { type FeedScope, feedScope } from './feed-scope.ts';
import { boardFeed, idIn, packTrackFeed, trackCommentFeed, userFeed } from './list-feeds.ts';
import { newsFeed, packFeed, trackFeed, videoFeed } from './search.ts';

/** Feed readers send a request every few minutes at most. */
const caching = `public, max-age=${(5 * minuteMs) / 1000}`;

type ReadFeed = (
  scope: FeedScope,
  request: HttpRequest,
  params: Readonly<Record<string, string>>,
) => Promise<Feed>;

/** An Atom feed, the same for everybody: what a visitor may see. */
const feed = (read: ReadFeed): Endpoint => ({
  isShared: true,
  async handle(ctx, request, params) {
    const found = await read(feedScope(ctx, request), request, params);
    return taggedReply(request, {
      body: atomXml(found),
      type: 'application/atom+xml; charset=utf-8',
      caching,
      modifiedAt: updatedAt(found),
    });
  },
});

/** Feeds of searches, and of single things. */
export const feedRoutes: RouteTable = {
  [get(routes.trackSearchFeed)]: feed((scope, { query }) => trackFeed(scope, query)),
  [get(routes.trackKindFeed)]: feed((scope, { query }, { kind }) => trackFeed(scope, query, kind)),
  [get(routes.packSearchFeed)]: feed((scope, { query }) => packFeed(scope, query)),
  [get(routes.videoSearchFeed)]: feed((scope, { query }) => videoFeed(scope, query)),
  [get(routes.newsFeed)]: feed((scope, { query }) => newsFeed(scope, query)),
  [get(routes.userFeed)]: feed((scope, _, { id }) => userFeed(scope, idIn(id))),
  [get(routes.trackFeed)]: feed((scope, _, { id }) => trackCommentFeed(scope, idIn(id))),
  [get(routes.packFeed)]: feed((scope, _, { id }) => packTrackFeed(scope, idIn(id))),
  [get(routes.forumFeed)]: feed((scope, { query }) => {
    const board = query.get('board');
    return boardFeed(scope, board === null ? null : idIn(board));
  }),
};
