import { maySet, settingsIn } from '#features/administration/server/actions.ts';
import {
  boardBack,
  boardGone,
  crewBack,
  crewGone,
  roleBack,
  setBack,
  titleBack,
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
    ...byLeader('setting.change', (tx, { before, after }, reason) => setBack(tx, before, after, reason)),
    allow: ({ viewer }, { after }) => maySet(viewer, settingsIn(after)),
  },
  'role.change': byLeader('role.change', roleBack),
  'title.change': byLeader('title.change', titleBack),
  'crew.add': byLeader('crew.remove', crewGone),
  'crew.remove': byLeader('crew.add', crewBack),
  'board.create': byLeader('board.remove', (tx, { subject }, reason) => boardGone(tx, subject.id, reason)),
  'board.change': byLeader('board.change', boardBack),
  'board.remove': byLeader('board.create', boardBack),
  'job.retry': { cannot: 'A job that ran again cannot be taken back.' },
  'job.delete': { cannot: 'A deleted job is not stored.' },
} satisfies Record<string, UndoRule>;
