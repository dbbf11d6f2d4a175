import type { Ctx } from '#platform/context.ts';
import type { OfferedAct, Subject } from '../../rows.ts';
import { canUndo } from './act.ts';
import { actsFor, hasLevel } from './perform.ts';
import { undos } from './undos.ts';

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
