import type { Ctx } from '#platform/context.ts';
import type { Subject } from '../../subjects.ts';
import type { OfferedAct } from '../offered-act.ts';
import { actsFor } from './acts-by-name.ts';
import { hasLevel } from './perform.ts';

/** The acts that the viewer can do with this subject now. `ctx` is that of the subject's edition (see onSite). */
export async function offeredActs(ctx: Ctx, subject: Subject): Promise<readonly OfferedAct[]> {
  const offered = await Promise.all(
    actsFor(subject.kind)
      .filter(({ level }) => hasLevel(ctx, level).ok)
      .map(async ({ name, group, offer, undo, cannot }): Promise<OfferedAct | null> => {
        if (!(await offer.allow(ctx, subject, null)).ok) return null;
        const { button, fields = [], key = null, reasons } = offer;
        return {
          name,
          label: button,
          fields: typeof fields === 'function' ? await fields(ctx, subject) : fields,
          isSevere: group === 'removed' || group === 'sanctioned' || !undo,
          cannotUndo: undo ? null : cannot,
          key,
          isInFavour: reasons === 'inFavour',
        };
      }),
  );
  return offered.filter((act) => act !== null);
}
