import { threadList } from '#features/forum/server/list.ts';
import { newsList } from '#features/news/server/list.ts';
import { packList } from '#features/packs/list/server/list.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import { userList } from '#features/users/list/server/list.ts';
import { videoList } from '#features/videos/server/list.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import { trackOrderCodes } from '#lib/codes/orders.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { notFound } from '#platform/http/problem.ts';
import { reader } from '#platform/lists/run.ts';
import { fullName } from '#platform/switches/site-name.ts';
import { routes } from '#routes/routes.ts';
import { type Feed, maxEntries } from '../atom.ts';
import {
  packEntries,
  packEntryFields,
  trackEntries,
  trackEntryFields,
  videoEntries,
  videoEntryFields,
} from './entries.ts';
import { type FeedScope, idOf } from './feed-scope.ts';
import {
  commentEntries,
  newsEntries,
  newsEntryFields,
  threadEntries,
  threadEntryFields,
} from './text-entries.ts';

const readTracks = reader(trackList);
const readPacks = reader(packList);
const readVideos = reader(videoList);
const readNews = reader(newsList);
const readThreads = reader(threadList);
const readUsers = reader(userList);

/** The first row of a list; a Problem 404 if a visitor sees none. */
async function only<Row>(rows: Promise<{ Results: readonly Row[] }>): Promise<Row> {
  const [row] = (await rows).Results;
  if (row === undefined) throw notFound('This feed');
  return row;
}

/** The id in an address; throws a Problem 404 if it is invalid. */
export function idIn(text: string | undefined | null): number {
  const id = rowIdIn(text);
  if (id === null || id === 0) throw notFound('This feed');
  return id;
}

interface Head {
  readonly title: string;
  readonly subtitle: string;
  /** path of the page */
  readonly page: string;
  /** path of the feed */
  readonly feed: string;
}

const feedOf = (scope: FeedScope, head: Head, entries: Feed['entries']): Feed => ({
  id: idOf(scope, head.feed.slice(1)),
  title: `${head.title} · ${fullName(scope.ctx)}`,
  subtitle: head.subtitle,
  href: `${scope.origin}${head.page}`,
  self: `${scope.origin}${head.feed}`,
  entries,
});

/** What a user publishes: tracks, also as co-author, trackpacks, videos, news and threads, newest first. */
export async function userFeed(scope: FeedScope, userId: number): Promise<Feed> {
  const { ctx } = scope;
  const count = maxEntries;
  const user = await only(readUsers(ctx, { fields: ['UserId', 'Name'], id: [userId], count: 1 }));
  const [tracks, packs, videos, news, threads] = await Promise.all([
    readTracks(ctx, { fields: trackEntryFields, authoruserid: userId, count, order1: 2 }),
    readPacks(ctx, { fields: packEntryFields, manageruserid: userId, count, order1: 2 }),
    readVideos(ctx, { fields: videoEntryFields, userid: userId, count, order1: 2 }),
    readNews(ctx, { fields: newsEntryFields, userid: userId, count, order1: 2 }),
    readThreads(ctx, { fields: threadEntryFields, userid: userId, count }),
  ]);
  const entries = await Promise.all([
    trackEntries(scope, tracks.Results),
    packEntries(scope, packs.Results),
    videoEntries(scope, videos.Results),
    newsEntries(scope, news.Results),
    threadEntries(scope, threads.Results),
  ]);
  const newest = entries
    .flat()
    .sort((a, b) => b.published.getTime() - a.published.getTime())
    .slice(0, maxEntries);
  const head = {
    title: user.Name,
    subtitle: `What ${user.Name} publishes on ${fullName(ctx)}.`,
    page: routes.userShow(userId),
    feed: routes.userFeed(userId),
  };
  return feedOf(scope, head, newest);
}

/** Comments, awards and replies of a track that is public and listed. */
export async function trackCommentFeed(scope: FeedScope, trackId: number): Promise<Feed> {
  const { ctx } = scope;
  const track = await only(readTracks(ctx, { fields: ['TrackId', 'TrackName'], id: [trackId], count: 1 }));
  const name = stripGameText(track.TrackName) || `Track ${trackId}`;
  const head = {
    title: `Comments on ${name}`,
    subtitle: `Comments and awards of the track ${name}.`,
    page: routes.trackShow(trackId),
    feed: routes.trackFeed(trackId),
  };
  return feedOf(scope, head, await commentEntries(scope, { trackId, name }));
}

/** The approved tracks of a public pack with a released list, newest first. */
export async function packTrackFeed(scope: FeedScope, packId: number): Promise<Feed> {
  const { ctx } = scope;
  const pack = await only(readPacks(ctx, { fields: ['PackId', 'PackName'], id: [packId], count: 1 }));
  const order1 = trackOrderCodes.uploaded[1];
  const query = { fields: trackEntryFields, packid: packId, count: maxEntries, order1 };
  const { Results } = await readTracks(ctx, query);
  const name = stripGameText(pack.PackName) || `Trackpack ${packId}`;
  const head = {
    title: `Tracks of ${name}`,
    subtitle: `The newest tracks of the trackpack ${name}.`,
    page: routes.trackPackShow(packId),
    feed: routes.packFeed(packId),
  };
  return feedOf(scope, head, await trackEntries(scope, Results));
}

/** The threads of a board that visitors may read, the latest post first; without a board those of all of them. */
export async function boardFeed(scope: FeedScope, boardId: number | null): Promise<Feed> {
  const { ctx } = scope;
  const board = boardId === null ? null : await boardOf(scope, boardId);
  const { Results } = await readThreads(ctx, {
    fields: threadEntryFields,
    count: maxEntries,
    order1: 2,
    ...(boardId !== null && { boardid: boardId }),
  });
  const head = {
    title: board?.title ?? 'Forum',
    subtitle: board?.about || `What the players of ${ctx.site.name} talk about.`,
    page: routes.forums(boardId ?? undefined),
    feed: routes.forumFeed(boardId ?? undefined),
  };
  return feedOf(scope, head, await threadEntries(scope, Results));
}

async function boardOf({ ctx }: FeedScope, boardId: number) {
  const board = await ctx.db
    .selectFrom('forum_board')
    .where('site', '=', ctx.site.code)
    .where('board_id', '=', boardId)
    .where('read_level', '<=', ctx.viewer.level)
    .select(['title', 'about'])
    .executeTakeFirst();
  if (!board) throw notFound('This feed');
  return board;
}
