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
import { samePart } from '#platform/page-cache/same-part.ts';

interface PageRequest {
  readonly url: URL;
  readonly request: Request;
  readonly locals: { readonly ctx: Ctx };
}

/** Everything that the front page shows. */
export async function loadHome(page: PageRequest) {
  const { ctx } = page.locals;
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
    texts,
  ] = await Promise.all([
    ctx.viewer.accountId === null ? editionHtml(ctx, 'welcome') : '',
    samePart(ctx, 'counts of the front page', () => homeCounts(ctx)),
    featuredTrack(ctx),
    undrivenTracks(ctx),
    loadView(page, trackList, tracksFrontPageTiles),
    loadView(page, trackList, tracksFrontPageCompetitive),
    loadView(page, trackList, tracksFrontPage),
    loadView(page, trackList, newRecords),
    loadView(page, leaderboardList, boardFrontPageMini),
    loadFrontBoard(page),
    loadView(page, packList, packsFrontPage),
    loadView(page, videoList, videosFrontPage),
    loadTexts(page),
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
    ...texts,
  };
}

/** News and awards, with the first line of each and the names in it. */
async function loadTexts(page: PageRequest) {
  const { ctx } = page.locals;
  const [news, awards] = await Promise.all([
    loadView(page, newsList, newsFrontPage),
    readingOnly({ comment: { is_award: 'true' } }, () => loadView(page, awardList, awardsFrontPage)),
  ]);
  const [newsLines, awardLines] = await Promise.all([
    linesOf(
      ctx,
      'news',
      news.rows.map(({ NewsId }) => NewsId),
    ),
    linesOf(
      ctx,
      'comment',
      awards.rows.map(({ CommentId }) => CommentId),
    ),
  ]);
  const names = await namesInLines(ctx, [...newsLines.values(), ...awardLines.values()]);
  return { news, awards, newsLines, awardLines, names };
}
