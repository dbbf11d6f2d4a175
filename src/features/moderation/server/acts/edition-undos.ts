import { maySet, settingsIn } from '#features/administration/server/actions.ts';
import { setBack } from '#features/administration/server/moderated.ts';
import { Level } from '#lib/codes/level.ts';
import type { UndoRule } from './act.ts';
import { byFeature } from './text-undos.ts';

/** Undoing acts of site leaders and administrators on the edition itself. */
export const editionUndos = {
  'setting.change': {
    ...byFeature('setting.change', (tx, { before, after }, reason) => setBack(tx, before, after, reason)),
    level: Level.siteLeader,
    allow: ({ viewer }, { after }) => maySet(viewer, settingsIn(after)),
  },
} satisfies Record<string, UndoRule>;
