import {
  type BoardRow,
  changeBoard,
  createBoard,
  lockedBoard,
  removeBoard,
} from '#features/forum/server/moderated.ts';
import { recordModeration } from '#features/modlog/server/actions.ts';
import { setReplayType } from '#features/tracks/replay-type/server/actions.ts';
import { settableTypes } from '#features/tracks/replay-type/settable-types.ts';
import { visibleTrack } from '#features/tracks/server/repo.ts';
import { Level } from '#lib/codes/level.ts';
import { isSettingName } from '#lib/switches/model.ts';
import type { TxCtx } from '#platform/context.ts';
import { badRequest, Problem } from '#platform/http/problem.ts';
import { BoardEditForm, BoardForm, BoardIdForm, SettingsForm, TypeForm } from '../../forms.ts';
import { changeSettings, maySet } from '../actions.ts';
import { adminAct } from './act.ts';

type NewBoard = Omit<BoardRow, 'boardId'>;

const boardIn = (form: {
  readonly Title: string;
  readonly About: string;
  readonly Position: number;
  readonly ReadLevel: number;
  readonly WriteLevel: number;
  readonly ReplyLevel: number;
}): NewBoard => ({
  title: form.Title,
  about: form.About,
  position: form.Position,
  readLevel: form.ReadLevel,
  writeLevel: form.WriteLevel,
  replyLevel: form.ReplyLevel,
});

/** A board in the log, with everything that is needed to create it again. */
export const boardState = (board: NewBoard) => ({
  Title: board.title,
  About: board.about,
  Position: board.position,
  ReadLevel: board.readLevel,
  WriteLevel: board.writeLevel,
  ReplyLevel: board.replyLevel,
});

const subjectOf = (boardId: number) => ({ kind: 'board', id: boardId }) as const;

/** Creates a board and records it. */
export async function addBoard(tx: TxCtx, board: NewBoard & { readonly boardId?: number }, reason: string) {
  const boardId = await createBoard(tx, board);
  const after = boardState(board);
  await recordModeration(tx, { act: 'board.create', subject: subjectOf(boardId), reason, after });
}

/** Changes a board and records it. It must still be as `expected`, if given. */
export async function editBoard(
  tx: TxCtx,
  board: BoardRow,
  reason: string,
  expected?: NewBoard,
): Promise<void> {
  const now = JSON.stringify(boardState(await lockedBoard(tx, board.boardId)));
  if (expected && now !== JSON.stringify(boardState(expected)))
    throw new Problem(409, 'This board was changed again since.');
  if (now === JSON.stringify(boardState(board)))
    throw new Problem(409, 'This changes nothing about the board.');
  const before = boardState(await changeBoard(tx, board));
  const after = boardState(board);
  await recordModeration(tx, {
    act: 'board.change',
    subject: subjectOf(board.boardId),
    reason,
    before,
    after,
  });
}

/** Removes an empty board and records it. */
export async function dropBoard(tx: TxCtx, boardId: number, reason: string): Promise<void> {
  const before = boardState(await removeBoard(tx, boardId));
  await recordModeration(tx, { act: 'board.remove', subject: subjectOf(boardId), reason, before });
}

const settings = (section: 'switches' | 'texts') =>
  adminAct({
    section,
    level: Level.siteLeader,
    input: SettingsForm,
    allow: ({ viewer }, changes) => maySet(viewer, Object.keys(changes).filter(isSettingName)),
    run: changeSettings,
  });

export const editionActs = {
  'settings.switches': settings('switches'),
  'settings.texts': settings('texts'),
  'board.create': adminAct({
    section: 'forum',
    level: Level.siteLeader,
    input: BoardForm,
    run: (tx, form, reason) => addBoard(tx, boardIn(form), reason),
  }),
  'board.change': adminAct({
    section: 'forum',
    level: Level.siteLeader,
    input: BoardEditForm,
    run: (tx, form, reason) => editBoard(tx, { ...boardIn(form), boardId: form.BoardId }, reason),
  }),
  'board.remove': adminAct({
    section: 'forum',
    level: Level.siteLeader,
    input: BoardIdForm,
    run: (tx, { BoardId }, reason) => dropBoard(tx, BoardId, reason),
  }),
  'track.type': adminAct({
    section: 'tracks',
    level: Level.siteLeader,
    input: TypeForm,
    run: async (tx, { TrackId, Type }, reason) => {
      if (!settableTypes(tx.site).some(([number]) => number === Type))
        throw badRequest('Type: must be a type of this edition.', 'Type');
      const track = await visibleTrack(tx, TrackId);
      if (track.is_beta)
        throw new Problem(409, 'A beta track counts on no leaderboard until it is released.', {
          field: 'TrackId',
        });
      const isNew = await setReplayType(tx, TrackId, Type, reason);
      if (!isNew) throw new Problem(409, 'Type: the track counts there already.', { field: 'Type' });
    },
  }),
};
