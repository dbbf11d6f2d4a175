import { minuteMs } from '#lib/codes/durations.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { taggedReply } from '#platform/http/tagged.ts';
import type { Endpoint, HttpRequest } from '#platform/http/types.ts';
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
export const feedEndpoints: RouteTable = {
  'GET /tracksearch.atom': feed((scope, { query }) => trackFeed(scope, query)),
  'GET /tracksearch/:kind.atom': feed((scope, { query }, { kind }) => trackFeed(scope, query, kind)),
  'GET /trackpacksearch.atom': feed((scope, { query }) => packFeed(scope, query)),
  'GET /videosearch.atom': feed((scope, { query }) => videoFeed(scope, query)),
  'GET /news.atom': feed((scope, { query }) => newsFeed(scope, query)),
  'GET /usershow/:id.atom': feed((scope, _, { id }) => userFeed(scope, idIn(id))),
  'GET /trackshow/:id.atom': feed((scope, _, { id }) => trackCommentFeed(scope, idIn(id))),
  'GET /trackpackshow/:id.atom': feed((scope, _, { id }) => packTrackFeed(scope, idIn(id))),
  'GET /forumsshow.atom': feed((scope, { query }) => {
    const board = query.get('board');
    return boardFeed(scope, board === null ? null : idIn(board));
  }),
};
