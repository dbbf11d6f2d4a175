import { type CommentRow, deletedText, type ReplyRow } from '#features/comments/fields.ts';
import { awardList, commentList } from '#features/comments/server/list.ts';
import type { ThreadRow } from '#features/forum/fields.ts';
import type { NewsRow } from '#features/news/fields.ts';
import type { Paths, Picked } from '#lib/wire/fields.ts';
import { reader } from '#platform/lists/run.ts';
import { routes } from '#routes/routes.ts';
import { type FeedEntry, maxEntries } from '../atom.ts';
import { writtenEntries } from './entries.ts';
import type { FeedScope } from './feed-scope.ts';

export const newsEntryFields = [
  'NewsId',
  'Title',
  'Message',
  'PostedAt',
  'UpdatedAt',
  'User.UserId',
  'User.Name',
] as const satisfies readonly Paths<NewsRow>[];

type NewsEntryRow = Picked<NewsRow, (typeof newsEntryFields)[number]>;

/** News, with their whole text. */
export const newsEntries = (scope: FeedScope, rows: readonly NewsEntryRow[]): Promise<FeedEntry[]> =>
  writtenEntries(
    scope,
    rows.map((news) => ({
      kind: 'news',
      id: news.NewsId,
      title: news.Title,
      path: routes.newsShow(news.NewsId),
      user: news.User,
      published: news.PostedAt,
      updated: news.UpdatedAt,
      text: news.Message,
      images: true,
    })),
  );

export const threadEntryFields = [
  'ThreadId',
  'Title',
  'User.UserId',
  'User.Name',
  'Posts',
  'CreatedAt',
  'LastPostAt',
] as const satisfies readonly Paths<ThreadRow>[];

type ThreadEntryRow = Picked<ThreadRow, (typeof threadEntryFields)[number]>;

/** Threads, updated by each post. */
export const threadEntries = (scope: FeedScope, rows: readonly ThreadEntryRow[]): Promise<FeedEntry[]> =>
  writtenEntries(
    scope,
    rows.map((thread) => ({
      kind: 'thread',
      id: thread.ThreadId,
      title: thread.Title,
      path: routes.threadShow(thread.ThreadId),
      user: thread.User,
      published: thread.CreatedAt,
      updated: thread.LastPostAt,
      text: null,
      images: false,
      facts: thread.Posts === 1 ? '1 post' : `${thread.Posts} posts`,
    })),
  );

const commentFields = [
  'CommentId',
  'Comment',
  'CommentAt',
  'UpdatedAt',
  'User.UserId',
  'User.Name',
  'IsAward',
  'Replies[]',
] as const satisfies readonly Paths<CommentRow>[];

type CommentEntryRow = Picked<CommentRow, (typeof commentFields)[number]>;
type CommentPart = Pick<ReplyRow, 'CommentId' | 'Comment' | 'CommentAt' | 'UpdatedAt' | 'User' | 'IsAward'>;

const readComments = reader(commentList);
const readAwards = reader(awardList);

/** The newest comments, awards and replies of a public track. */
export async function commentEntries(
  scope: FeedScope,
  track: { readonly trackId: number; readonly name: string },
): Promise<FeedEntry[]> {
  const query = { fields: commentFields, trackid: track.trackId, count: maxEntries };
  const [comments, awards] = await Promise.all([
    readComments(scope.ctx, query),
    readAwards(scope.ctx, query),
  ]);
  const all: CommentPart[] = [...comments.Results, ...awards.Results].flatMap((row: CommentEntryRow) => [
    row,
    ...row.Replies,
  ]);
  const shown = all
    .filter(({ Comment }) => Comment !== deletedText)
    .sort((a, b) => b.CommentAt.localeCompare(a.CommentAt) || b.CommentId - a.CommentId)
    .slice(0, maxEntries);
  return writtenEntries(
    scope,
    shown.map((row) => ({
      kind: row.IsAward ? 'award' : 'comment',
      id: row.CommentId,
      title: `${row.IsAward ? 'Award' : 'Comment'} by ${row.User.Name} on ${track.name}`,
      path: routes.trackComment(track.trackId, row.CommentId),
      user: row.User,
      published: row.CommentAt,
      updated: row.UpdatedAt,
      text: row.Comment,
      images: false,
    })),
  );
}
