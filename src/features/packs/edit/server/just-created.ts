import { forSite } from '#db/for-site.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import { routes } from '#routes/routes.ts';
import { sameNameMs } from '../settings.ts';

/**
 * Refuses a pack with the name of one that the viewer has just created and not deleted. Serialises the viewer's new packs, because
 * concurrent transactions would not see each other's rows.
 */
export async function assertNotJustCreated(tx: TxCtx, name: string): Promise<void> {
  const { userId } = tx.viewer;
  await lockUntilCommit(tx, `new packs ${tx.site.code} ${userId}`);
  const created = await forSite(tx, 'pack')
    .where('pack.owner_id', '=', userId)
    .where('pack.created_at', '>', new Date(tx.clock.now().getTime() - sameNameMs))
    .where('pack.name', '=', name)
    .where('pack.deleted_at', 'is', null)
    .select('pack.pack_id')
    .executeTakeFirst();
  if (!created) return;
  throw new Problem(
    409,
    `PackName: You’ve just created the trackpack “${stripGameText(name)}”. Choose another name to create a second one.`,
    { field: 'PackName', link: routes.trackPackShow(created.pack_id) },
  );
}
