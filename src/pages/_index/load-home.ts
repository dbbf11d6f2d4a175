import { editionHtml } from '#features/administration/server/show.ts';
import { awardList } from '#features/comments/server/list.ts';
import { awardsFrontPage } from '#features/comments/views.ts';
import { featuredTrack } from '#features/home/server/featured.ts';
import { homeCounts } from '#features/home/server/site-counts.ts';
import { undrivenTracks } from '#features/home/server/undriven-tracks.ts';
import { leaderboardList } from '#features/leaderboards/server/list.ts';
import { boardFrontPageMini } from '#features/leaderboards/views.ts';
import { newsList } from '#features/news/server/list.ts';
import { newsFrontPage } from '#features/news/views.ts';
import { packList } from '#features/packs/list/server/list.ts';
import { packsFrontPage } from '#features/packs/list/views.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import {
  newRecords,
  tracksFrontPage,
  tracksFrontPageCompetitive,
  tracksFrontPageTiles,
} from '#features/tracks/list/views.ts';
import { videoList } from '#features/videos/server/list.ts';
import { videosFrontPage } from '#features/videos/views.ts';
import { loadView } from '#layouts/lists/load-view.ts';
import { loadFrontBoard } from '#pages/_index/load-front-board.ts';
import type { Ctx } from '#platform/context.ts';
import { linesOf, namesInLines } from '#platform/lines/lines.ts';
import { readingOnly } from '#platform/page-cache/reads.ts';
import { samePart, visitorsPart } from '#platform/page-cache/same-part.ts';

interface PageRequest {
  readonly url: URL;
  readonly request: Request;
  readonly locals: { readonly ctx: Ctx };
}

/** Everything that the front page shows. */
export async function loadHome(page: PageRequest) {
  const { ctx } = page.locals;
  // the addresses in a part depend on those of the other views in this one
  const part = <T>(name: string, load: () => Promise<T>): Promise<T> =>
    page.url.search === '' ? visitorsPart(ctx, `front page ${name}`, load) : load();
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
    part('featured', () => featuredTrack(ctx)),
    part('undriven', () => undrivenTracks(ctx)),
    part('newest', () => loadView(page, trackList, tracksFrontPageTiles)),
    part('competitive', () => loadView(page, trackList, tracksFrontPageCompetitive)),
    part('awarded', () => loadView(page, trackList, tracksFrontPage)),
    part('records', () => loadView(page, trackList, newRecords)),
    part('board', () => loadView(page, leaderboardList, boardFrontPageMini)),
    part('second board', () => loadFrontBoard(page)),
    part('packs', () => loadView(page, packList, packsFrontPage)),
    part('videos', () => loadView(page, videoList, videosFrontPage)),
    part('news', () => loadNews(page)),
    part('awards', () => loadAwards(page)),
  ]);
  return {
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
