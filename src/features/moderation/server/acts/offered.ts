import type { ActName } from '#features/modlog/model.ts';
import type { Ctx } from '#platform/context.ts';
import type { ActField } from '../../act-fields.ts';
import type { Subject } from '../subjects.ts';
import { canUndo } from './act.ts';
import { actsFor, hasLevel } from './perform.ts';
import { undos } from './undos.ts';

/** An act that the viewer can do now, for a form. */
export interface OfferedAct {
  readonly name: ActName;
  readonly label: string;
  readonly fields: readonly ActField[];
  /** why it cannot be undone; null if it can */
  readonly cannotUndo: string | null;
}

/** The acts that the viewer can do with this subject now. `ctx` is that of the subject's edition (see onSite). */
export async function offeredActs(ctx: Ctx, subject: Subject): Promise<readonly OfferedAct[]> {
  const offered = await Promise.all(
    actsFor(subject.kind)
      .filter(({ level }) => hasLevel(ctx, level).ok)
      .map(async ({ name, label, fields, allow }): Promise<OfferedAct | null> => {
        if (!(await allow(ctx, subject, null)).ok) return null;
        const undo = undos[name];
        return {
          name,
          label,
          fields: typeof fields === 'function' ? await fields(ctx, subject) : fields,
          cannotUndo: canUndo(undo) ? null : undo.cannot,
        };
      }),
  );
  return offered.filter((act) => act !== null);
}
