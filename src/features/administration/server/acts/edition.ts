import { z } from 'zod';
import {
  type BoardRow,
  changeBoard,
  createBoard,
  lockedBoard,
  removeBoard,
} from '#features/forum/server/moderated.ts';
import type { ActRef } from '#features/modlog/acts.ts';
import { act, storedIn } from '#features/modlog/server/act.ts';
import { perform, recordAct } from '#features/modlog/server/actions.ts';
import { settableTypes } from '#features/tracks/replay-type/replay-type.ts';
import { changeReplayType } from '#features/tracks/replay-type/server/actions.ts';
import { visibleTrack } from '#features/tracks/server/repo.ts';
import { Level } from '#lib/codes/level.ts';
import { isSettingName } from '#lib/switches/model.ts';
import { badRequest, Problem } from '#platform/http/problem.ts';
import { BoardEditForm, BoardForm, BoardIdForm, SettingsForm, TypeForm } from '../../forms.ts';
import { changeSettings, maySet } from '../actions.ts';
import { adminForm } from './admin-form.ts';

/** A board in forms and in the log, with everything that is needed to create it again. */
const Board = z.object({
  Title: z.string(),
  About: z.string(),
  Position: z.int(),
  ReadLevel: z.int(),
  WriteLevel: z.int(),
  ReplyLevel: z.int(),
});
type Board = z.output<typeof Board>;

const rowOf = (board: Board): Omit<BoardRow, 'boardId'> => ({
  title: board.Title,
  about: board.About,
  position: board.Position,
  readLevel: board.ReadLevel,
  writeLevel: board.WriteLevel,
  replyLevel: board.ReplyLevel,
});

const stateOf = (board: Omit<BoardRow, 'boardId'>): Board => ({
  Title: board.title,
  About: board.about,
  Position: board.position,
  ReadLevel: board.readLevel,
  WriteLevel: board.writeLevel,
  ReplyLevel: board.replyLevel,
});

const stored = (state: Readonly<Record<string, unknown>>): Board =>
  storedIn(Board, state, 'The earlier value isn’t stored.');
const subjectOf = (boardId: number) => ({ kind: 'board', id: boardId }) as const;

/** Creates a board; undoing that it was removed gives it its former number. */
export const addBoard = act({
  name: 'board.create',
  label: 'Created a board',
  group: 'other',
  level: Level.siteLeader,
  input: Board,
  notifies: true,
  run: async (tx, { id }, board) => {
    await createBoard(tx, { ...rowOf(board), boardId: id });
    return { after: stateOf(rowOf(board)) };
  },
  undo: 'board.remove',
});

/** `expected`: what the board must be. */
interface BoardChange {
  readonly to: Board;
  readonly expected?: Board;
}

export const editBoard = act<BoardChange, ActRef>({
  name: 'board.change',
  label: 'Changed a board',
  group: 'other',
  level: Level.siteLeader,
  input: z.object({ to: Board }),
  notifies: true,
  run: async (tx, { id }, { to, expected }) => {
    const board = rowOf(to);
    const now = JSON.stringify(stateOf(await lockedBoard(tx, id)));
    if (expected && now !== JSON.stringify(stateOf(rowOf(expected))))
      throw new Problem(409, 'This board was changed again since.');
    if (now === JSON.stringify(stateOf(board))) throw new Problem(409, 'This changes nothing.');
    const before = stateOf(await changeBoard(tx, { ...board, boardId: id }));
    return { before, after: stateOf(board) };
  },
  undo: {
    as: 'board.change',
    input: ({ before, after }): BoardChange => ({ to: stored(before), expected: stored(after) }),
  },
});

/** Removes an empty board. */
export const dropBoard = act({
  name: 'board.remove',
  label: 'Removed a board',
  group: 'removed',
  level: Level.siteLeader,
  notifies: true,
  run: async (tx, { id }) => ({ before: stateOf(await removeBoard(tx, id)) }),
  undo: { as: 'board.create', input: ({ before }) => stored(before) },
});

export const editionForms = {
  'settings.change': adminForm({
    level: Level.siteLeader,
    input: SettingsForm,
    allow: ({ viewer }, changes) => maySet(viewer, Object.keys(changes).filter(isSettingName)),
    run: changeSettings,
  }),
  'board.create': adminForm({
    level: Level.siteLeader,
    input: BoardForm,
    run: async (tx, form, reason) => {
      const board = rowOf(form);
      const subject = subjectOf(await createBoard(tx, board));
      await recordAct(tx, addBoard, { subject, reason, after: stateOf(board) });
    },
  }),
  'board.change': adminForm({
    level: Level.siteLeader,
    input: BoardEditForm,
    run: (tx, form, reason) => {
      const subject = subjectOf(form.BoardId);
      return perform(tx, editBoard, { subject, found: subject, input: { to: form }, reason });
    },
  }),
  'board.remove': adminForm({
    level: Level.siteLeader,
    input: BoardIdForm,
    run: (tx, { BoardId }, reason) => {
      const subject = subjectOf(BoardId);
      return perform(tx, dropBoard, { subject, found: subject, input: {}, reason });
    },
  }),
  'track.type': adminForm({
    level: Level.siteLeader,
    input: TypeForm,
    run: async (tx, { TrackId, Type }, reason) => {
      if (!settableTypes(tx.site).some(([number]) => number === Type))
        throw badRequest('Type: must be a type of this edition.', 'Type');
      const track = await visibleTrack(tx, TrackId);
      if (track.is_beta)
        throw new Problem(409, 'Beta tracks don’t count on any leaderboard until they’re released.', {
          field: 'TrackId',
        });
      const isNew = await changeReplayType(tx, TrackId, Type, reason);
      if (!isNew) throw new Problem(409, 'Type: the track counts there already.', { field: 'Type' });
    },
  }),
};
