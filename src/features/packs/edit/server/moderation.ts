import { z } from 'zod';
import type { ActState } from '#features/modlog/model.ts';
import { recordModeration } from '#features/modlog/server/actions.ts';
import { notify } from '#features/notices/server/actions.ts';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Verdict } from '#lib/rules/verdict.ts';
import type { TxCtx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import { onlyAsModerator, type PackRelation } from '../../rights.ts';
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

interface Acted {
  readonly act: 'pack.edit' | 'pack.delete' | 'pack.restore';
  /** the verb of the notice to the owner: "A moderator … “Cup”." */
  readonly did: string;
  readonly reason: string;
  readonly rule: (relation: PackRelation) => Verdict;
  /** what it changed, before and after */
  readonly before?: ActState | null;
  readonly after?: ActState | null;
}

/**
 * Logs an action that only moderators may do, and notifies the pack's owner with the reason. Returns false, and does nothing, if
 * the viewer may do it otherwise.
 */
export async function recordIfModeration(tx: TxCtx, pack: StoredPack, acted: Acted): Promise<boolean> {
  const { act, did, rule } = acted;
  const reason = cleanMessage(acted.reason);
  if (!onlyAsModerator(pack.relation, rule)) return false;
  const subject = { kind: 'pack', id: pack.pack_id };
  const { before, after } = acted;
  await recordModeration(tx, { act, subject, reason, before, after, personId: pack.owner_id });
  await notify(tx, {
    to: [pack.owner_id],
    kind: 'pack.moderated',
    text: `A moderator ${did} “${stripGameText(pack.name)}”. Reason: ${reason}`,
    link: act === 'pack.delete' ? routes.trackPackRestore(pack.pack_id) : routes.trackPackShow(pack.pack_id),
  });
  return true;
}
