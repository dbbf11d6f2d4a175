import type { TxCtx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import { notify } from './actions.ts';

/** Notifies a user that a moderator removed a part of their page. */
export const notifyCleaned = (
  tx: TxCtx,
  { userId, what, reason }: { readonly userId: number; readonly what: string; readonly reason: string },
): Promise<void> =>
  notify(tx, {
    to: [userId],
    kind: 'account.moderated',
    text: `A moderator removed your ${what}. Reason: ${reason}`,
    link: routes.userShow(userId),
  });
