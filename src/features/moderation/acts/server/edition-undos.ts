import { maySet, settingsIn } from '#features/administration/server/actions.ts';
import {
  boardGone,
  restoreBoard,
  restoreCrewRow,
  restoreRole,
  restoreSettings,
  restoreTitle,
  undoCrewRow,
} from '#features/administration/server/moderated.ts';
import { Level } from '#lib/codes/level.ts';
import type { Undo, UndoRule } from './act.ts';
import { byFeature } from './text-undos.ts';

/** By site leaders and administrators; who may exactly is checked by the function that changes it back. */
const byLeader = (as: Undo['as'], run: Parameters<typeof byFeature>[1]): Undo => ({
  ...byFeature(as, run),
  level: Level.siteLeader,
});

/** Undoing acts of site leaders and administrators on the edition and its people. */
export const editionUndos = {
  'setting.change': {
    ...byLeader('setting.change', (tx, { before, after }, reason) =>
      restoreSettings(tx, before, after, reason),
    ),
    allow: ({ viewer }, { after }) => maySet(viewer, settingsIn(after)),
  },
  'role.change': byLeader('role.change', restoreRole),
  'title.change': byLeader('title.change', restoreTitle),
  'crew.add': byLeader('crew.remove', undoCrewRow),
  'crew.remove': byLeader('crew.add', restoreCrewRow),
  'board.create': byLeader('board.remove', (tx, { subject }, reason) => boardGone(tx, subject.id, reason)),
  'board.change': byLeader('board.change', restoreBoard),
  'board.remove': byLeader('board.create', restoreBoard),
  'job.retry': { cannot: 'A job that ran again cannot be taken back.' },
  'limits.lift': { cannot: 'It ends by itself after a day.' },
  'job.delete': { cannot: 'A deleted job is not stored.' },
} satisfies Record<string, UndoRule>;
