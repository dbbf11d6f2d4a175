import type { Ctx } from '#platform/context.ts';
import { reader } from '#platform/lists/rows.ts';
import { threadList } from './list.ts';

const listThreads = reader(threadList);
const headFields = [
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
] as const;

/** The header of a thread; null if there is none that this viewer may read. */
export async function threadById(ctx: Ctx, threadId: number) {
  if (threadId === 0) return null;
  return (await listThreads(ctx, { fields: headFields, id: [threadId], count: 1 })).Results[0] ?? null;
}
