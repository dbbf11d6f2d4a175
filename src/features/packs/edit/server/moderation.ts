import { z } from 'zod';
import type { ActFacts } from '#features/modlog/model.ts';
import { notify } from '#features/notices/server/actions.ts';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { TxCtx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import type { StoredPack } from '../../server/stored-pack.ts';

/** A moderator's reason; empty if the viewer is the owner or a manager. */
export const reasonField = z
  .string()
  .max(2000, 'may have at most 2000 characters')
  .transform(cleanMessage)
  .default('');

/** The response to an action on a pack. */
export const answerOf = (pack: { pack_id: number; name: string }) => ({
  PackId: pack.pack_id,
  PackName: stripGameText(pack.name),
});

/** The pages of a pack to which notices lead: everybody's, the managers' and the one of authors who submit tracks. */
export const noticedPages = (packId: number): readonly string[] => [
  routes.trackPackShow(packId),
  routes.trackPackManage(packId),
  routes.trackPackSubmit(packId),
];

/** Notifies the owner of a pack of what a moderator did: "A moderator … “Cup”." Returns the person concerned. */
export async function notifyOwner(
  tx: TxCtx,
  pack: StoredPack,
  did: 'changed' | 'deleted' | 'restored',
  typed: string,
): Promise<ActFacts> {
  const { pack_id: packId, owner_id: ownerId } = pack;
  await notify(tx, {
    to: [ownerId],
    kind: 'pack.moderated',
    text: `A moderator ${did} “${stripGameText(pack.name)}”. Reason: ${cleanMessage(typed)}`,
    link: did === 'deleted' ? routes.trackPackRestore(packId) : routes.trackPackShow(packId),
  });
  return { personId: ownerId };
}
