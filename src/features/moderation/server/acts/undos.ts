import type { ActName } from '#features/modlog/model.ts';
import type { UndoRule } from './act.ts';
import { editionUndos } from './edition-undos.ts';
import { forumUndos } from './forum-undos.ts';
import { personUndos } from './person-undos.ts';
import { textUndos } from './text-undos.ts';
import { trackUndos } from './track-undos.ts';

/** How each act of the log is undone, or why it cannot be. Total: a new act needs an entry. */
export const undos: Readonly<Record<ActName, UndoRule>> = {
  ...textUndos,
  ...forumUndos,
  ...trackUndos,
  ...personUndos,
  ...editionUndos,
};
