import type { ViewDeclaration } from '#lib/query-language/view.ts';
import type { Paths, Picked } from '#lib/wire/fields.ts';
import type { PostRow, ThreadRow } from './fields.ts';

const fields = [
  'ThreadId',
  'Title',
  'Board.BoardId',
  'Board.Title',
  'User.UserId',
  'User.Name',
  'User.CustomUrl',
  'User.Tint',
  'Posts',
  'IsLocked',
  'IsPinned',
  'LastPostAt',
] as const satisfies readonly Paths<ThreadRow>[];
export type ThreadViewRow = Picked<ThreadRow, (typeof fields)[number]>;
type ThreadView = ViewDeclaration<(typeof fields)[number]>;

const threads = { fields, cursor: 'ThreadId', scope: {}, order: null, empty: 'No results found' } as const;

/** Threads of a board (`boardid`), pinned ones first. */
export const boardThreads: ThreadView = { ...threads, type: 'threads', size: 20, jumpsToFirst: true };

/** The threads with the latest activity, on every board. */
export const latestThreads: ThreadView = { ...threads, type: 'latestthreads', size: 10 };

/** Threads that a user (`userid`) started. */
export const threadsOfUser: ThreadView = { ...latestThreads, size: 20 };

const postFields = [
  'PostId',
  'PostedAt',
  'Thread.ThreadId',
  'Thread.Title',
  'Board.BoardId',
  'Board.Title',
  'User.UserId',
  'User.Name',
  'User.CustomUrl',
  'User.Tint',
] as const satisfies readonly Paths<PostRow>[];
export type PostViewRow = Picked<PostRow, (typeof postFields)[number]>;

/** Posts with the words that were searched (`text`), newest first. */
export const foundPosts: ViewDeclaration<(typeof postFields)[number]> = {
  type: 'posts',
  size: 20,
  fields: postFields,
  cursor: 'PostId',
  scope: {},
  order: null,
  empty: 'No results found',
  jumpsToFirst: true,
};

/** Threads with these words in the title, the latest posts first. */
export const foundThreads: ThreadView = { ...threads, type: 'threads', size: 10 };
