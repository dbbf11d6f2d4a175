import { forSite } from '#db/for-site.ts';
import { newsBoardId } from '#lib/codes/forum.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import { lockUntilCommit } from '#platform/lock.ts';

/** What site leaders decide about a board. */
export interface BoardRow {
  readonly boardId: number;
  readonly title: string;
  readonly about: string;
  readonly position: number;
  readonly readLevel: number;
  readonly writeLevel: number;
  readonly replyLevel: number;
}

const rows = (ctx: Ctx) =>
  forSite(ctx, 'forum_board').select([
    'board_id as boardId',
    'title',
    'about',
    'position',
    'read_level as readLevel',
    'write_level as writeLevel',
    'reply_level as replyLevel',
  ]);

/** Every board of the edition, in order, those that only the crew reads included. */
export const boardRows = (ctx: Ctx): Promise<BoardRow[]> =>
  rows(ctx).orderBy('position').orderBy('board_id').execute();

const columns = ({
  title,
  about,
  position,
  readLevel,
  writeLevel,
  replyLevel,
}: Omit<BoardRow, 'boardId'>) => ({
  title,
  about,
  position,
  read_level: readLevel,
  write_level: writeLevel,
  reply_level: replyLevel,
});

/** A board, with all boards of the edition locked until the transaction ends. */
export async function lockedBoard(tx: TxCtx, boardId: number): Promise<BoardRow> {
  await lockUntilCommit(tx, `boards ${tx.site.code}`);
  const row = await rows(tx).where('board_id', '=', boardId).executeTakeFirst();
  if (!row) throw notFound('This board');
  return row;
}

/** Creates a board and returns its number; `boardId` to create one again that was removed. */
export async function createBoard(
  tx: TxCtx,
  { boardId, ...board }: Omit<BoardRow, 'boardId'> & { readonly boardId?: number },
): Promise<number> {
  await lockUntilCommit(tx, `boards ${tx.site.code}`);
  const all = await rows(tx).execute();
  if (all.length >= 50) throw new Problem(409, 'A forum can have at most 50 boards.');
  const number = boardId ?? Math.max(99, ...all.map((known) => known.boardId)) + 1;
  if (all.some((known) => known.boardId === number))
    throw new Problem(409, 'A board with this number exists again.');
  await tx.db
    .insertInto('forum_board')
    .values({ site: tx.site.code, board_id: number, ...columns(board) })
    .execute();
  return number;
}

/** Changes a board and returns what it was. */
export async function changeBoard(tx: TxCtx, board: BoardRow): Promise<BoardRow> {
  const before = await lockedBoard(tx, board.boardId);
  await tx.db
    .updateTable('forum_board')
    .set(columns(board))
    .where('site', '=', tx.site.code)
    .where('board_id', '=', board.boardId)
    .execute();
  return before;
}

/** Removes a board without threads and returns it. */
export async function removeBoard(tx: TxCtx, boardId: number): Promise<BoardRow> {
  const before = await lockedBoard(tx, boardId);
  if (boardId === newsBoardId) throw new Problem(409, 'The comments on news need this board.');
  const thread = await forSite(tx, 'forum_thread')
    .where('board_id', '=', boardId)
    .select('thread_id')
    .limit(1)
    .executeTakeFirst();
  if (thread) throw new Problem(409, 'This board has threads. Move them first, or close it for new ones.');
  await tx.db
    .deleteFrom('forum_board')
    .where('site', '=', tx.site.code)
    .where('board_id', '=', boardId)
    .execute();
  return before;
}
