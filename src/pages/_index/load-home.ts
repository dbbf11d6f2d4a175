import { editionHtml } from '#features/administration/server/show.ts';
import { blockedText } from '#features/comments/fields.ts';
import { awardList } from '#features/comments/server/list.ts';
import { type AwardViewRow, awardsFrontPage } from '#features/comments/views.ts';
import { featuredTrack } from '#features/home/server/featured.ts';
import { homeCounts } from '#features/home/server/site-counts.ts';
import { undrivenTracks } from '#features/home/server/undriven-tracks.ts';
import type { LeaderboardSearchRow } from '#features/leaderboards/search.ts';
import { leaderboardList } from '#features/leaderboards/server/list.ts';
import { boardFrontPageMini } from '#features/leaderboards/views.ts';
import { newsList } from '#features/news/server/list.ts';
import { dismissedOneOf } from '#features/news/server/repo.ts';
import { newsFrontPage } from '#features/news/views.ts';
import { packList } from '#features/packs/list/server/list.ts';
import { packsFrontPage } from '#features/packs/list/views.ts';
import { queuedAmong } from '#features/playlater/server/queued-among.ts';
import type { TrackTileRow } from '#features/tracks/list/fields.ts';
import { withOwnTracks } from '#features/tracks/list/own-rows.ts';
import type { TrackSearchRow } from '#features/tracks/list/search.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import {
  newRecords,
  tracksFrontPage,
  tracksFrontPageCompetitive,
  tracksFrontPageTiles,
} from '#features/tracks/list/views.ts';
import { blockedByViewer } from '#features/users/server/repo.ts';
import { videoList } from '#features/videos/server/list.ts';
import { videosFrontPage } from '#features/videos/views.ts';
import { loadView } from '#layouts/lists/load-view.ts';
import { isModerator } from '#lib/codes/level.ts';
import { loadFrontBoard } from '#pages/_index/load-front-board.ts';
import type { Ctx } from '#platform/context.ts';
import { linesOf, namesInLines } from '#platform/lines/lines.ts';
import { readingOnly } from '#platform/page-cache/reads.ts';
import { asVisitorsSee, samePart, visitorsPart } from '#platform/page-cache/same-part.ts';
import type { LoadedView } from '#ui/list/view.ts';
import { withRows } from '#ui/list/with-rows.ts';

interface PageRequest {
  readonly url: URL;
  readonly request: Request;
  readonly locals: { readonly ctx: Ctx };
}

/** Everything that the front page shows: to members what visitors see, with what is their own. */
export async function loadHome(page: PageRequest) {
  const { ctx } = page.locals;
  const seenBy = (seen: Ctx) => ({ url: page.url, request: page.request, locals: { ctx: seen } });
  // the addresses in a part depend on those of the other views in this one
  const part = <T>(name: string, load: (page: PageRequest) => Promise<T>): Promise<T> =>
    page.url.search === ''
      ? visitorsPart(ctx, `front page ${name}`, (seen) => load(seenBy(seen)))
      : load(seenBy(asVisitorsSee(ctx)));
  const [
    welcome,
    counts,
    featured,
    undriven,
    newest,
    competitive,
    awarded,
    records,
    board,
    second,
    packs,
    videos,
    news,
    awards,
  ] = await Promise.all([
    ctx.viewer.accountId === null ? part('welcome', () => editionHtml(ctx, 'welcome')) : '',
    samePart(ctx, 'counts of the front page', () => homeCounts(ctx)),
    part('featured', ({ locals }) => featuredTrack(locals.ctx)),
    part('undriven', ({ locals }) => undrivenTracks(locals.ctx)),
    part('newest', (seen) => loadView(seen, trackList, tracksFrontPageTiles)),
    part('competitive', (seen) => loadView(seen, trackList, tracksFrontPageCompetitive)),
    part('awarded', (seen) => loadView(seen, trackList, tracksFrontPage)),
    part('records', (seen) => loadView(seen, trackList, newRecords)),
    part('board', (seen) => loadView(seen, leaderboardList, boardFrontPageMini)),
    part('second board', loadFrontBoard),
    part('packs', (seen) => loadView(seen, packList, packsFrontPage)),
    part('videos', (seen) => loadView(seen, videoList, videosFrontPage)),
    part('news', loadNews),
    part('awards', loadAwards),
  ]);
  const parts = { undriven, newest, competitive, awarded, board, second, news, awards };
  return { welcome, counts, featured, records, packs, videos, ...(await withOwn(page, parts)) };
}

interface OwnParts {
  readonly undriven: readonly TrackTileRow[];
  readonly newest: LoadedView<TrackTileRow>;
  readonly competitive: LoadedView<TrackSearchRow>;
  readonly awarded: LoadedView<TrackSearchRow>;
  readonly board: LoadedView<LeaderboardSearchRow>;
  readonly second: Awaited<ReturnType<typeof loadFrontBoard>>;
  readonly news: Awaited<ReturnType<typeof loadNews>>;
  readonly awards: Awaited<ReturnType<typeof loadAwards>>;
}

/** The parts that contain something of the viewer as copies; all others stay the ones whose HTML is shared. */
async function withOwn(page: PageRequest, parts: OwnParts): Promise<OwnParts> {
  const { ctx } = page.locals;
  const { userId } = ctx.viewer;
  if (userId === 0 || isModerator(ctx.viewer)) return parts;
  const { undriven, newest, competitive, awarded, board, second, news, awards } = parts;
  const tracks = [...undriven, ...newest.rows, ...competitive.rows, ...awarded.rows];
  const [queued, hasDismissed, blocked] = await Promise.all([
    queuedAmong(ctx, [...new Set(tracks.map(({ TrackId }) => TrackId))]),
    dismissedOneOf(
      ctx,
      news.view.rows.map(({ NewsId }) => NewsId),
    ),
    blockedByViewer(ctx),
  ]);
  const own = { userId, queued };
  const isOwn = (row: { readonly User: { readonly UserId: number } }) => row.User.UserId === userId;
  const marked = (view: LoadedView<LeaderboardSearchRow>) => (view.rows.some(isOwn) ? { ...view } : view);
  const isBlocked = ({ User }: AwardViewRow) => blocked.has(User.UserId);
  const withoutBlocked = (view: LoadedView<AwardViewRow>) =>
    withRows(
      view,
      view.rows.map((row) => (isBlocked(row) ? { ...row, Comment: blockedText } : row)),
    );
  return {
    undriven: withOwnTracks(undriven, own),
    newest: withRows(newest, withOwnTracks(newest.rows, own)),
    competitive: withRows(competitive, withOwnTracks(competitive.rows, own)),
    awarded: withRows(awarded, withOwnTracks(awarded.rows, own)),
    board: marked(board),
    second: second?.view.rows.some(isOwn) ? { ...second } : second,
    news: hasDismissed ? await loadNews(page) : news,
    awards: awards.view.rows.some(isBlocked) ? { ...awards, view: withoutBlocked(awards.view) } : awards,
  };
}

/** News, with the first line of each and the names in it. */
async function loadNews(page: PageRequest) {
  const { ctx } = page.locals;
  const view = await loadView(page, newsList, newsFrontPage);
  const ids = view.rows.map(({ NewsId }) => NewsId);
  const lines = await linesOf(ctx, 'news', ids);
  return { view, lines, names: await namesInLines(ctx, [...lines.values()]) };
}

/** Awards, likewise. */
async function loadAwards(page: PageRequest) {
  const { ctx } = page.locals;
  const view = await readingOnly({ comment: { is_award: 'true' } }, () =>
    loadView(page, awardList, awardsFrontPage),
  );
  const ids = view.rows.map(({ CommentId }) => CommentId);
  const lines = await linesOf(ctx, 'comment', ids);
  return { view, lines, names: await namesInLines(ctx, [...lines.values()]) };
}
