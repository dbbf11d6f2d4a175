import { type IrreversibleAct, irreversible } from '#features/modlog/irreversible.ts';
import type { ActName } from '#features/modlog/model.ts';
import type { UndoRule } from './act.ts';
import { claimUndos } from './claim-acts.ts';
import { editionUndos } from './edition-undos.ts';
import { forumUndos } from './forum-undos.ts';
import { heldTextUndos } from './held-texts.ts';
import { personUndos } from './person-undos.ts';
import { recordUndos } from './record-acts.ts';
import { textUndos } from './text-undos.ts';
import { trackUndos } from './track-undos.ts';

const irreversibleUndos = Object.fromEntries(
  Object.entries(irreversible).map(([act, cannot]) => [act, { cannot }]),
) as Readonly<Record<IrreversibleAct, UndoRule>>; // the same keys

/** How each act of the log is undone, or why it cannot be. Total: a new act needs an entry. */
export const undos: Readonly<Record<ActName, UndoRule>> = {
  ...irreversibleUndos,
  ...textUndos,
  ...forumUndos,
  ...trackUndos,
  ...personUndos,
  ...editionUndos,
  ...heldTextUndos,
  ...recordUndos,
  ...claimUndos,
};
