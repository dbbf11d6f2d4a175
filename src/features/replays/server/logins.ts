import { forSite } from '#db/for-site.ts';
import type { TxCtx } from '#platform/context.ts';
import { loginKey, type ReplayFile } from '../replay-file.ts';

/**
 * The first replay with a free login binds it to the driver. The caller holds the login, and the rules have refused one that
 * belongs to someone else.
 */
export async function bindLogin(tx: TxCtx, file: ReplayFile, replayId: number): Promise<void> {
  const key = loginKey(file);
  if (key === null) return;
  await tx.db
    .insertInto('game_login')
    .values({
      site: tx.site.code,
      login_key: key,
      login: file.login,
      user_id: tx.viewer.userId,
      replay_id: replayId,
      bound_at: tx.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['site', 'login_key']).doNothing())
    .execute();
}

/** The logins of a user, oldest first. */
export const loginsOf = (ctx: Parameters<typeof forSite>[0], userId: number) =>
  forSite(ctx, 'game_login')
    .where('user_id', '=', userId)
    .orderBy('bound_at')
    .orderBy('login_key')
    .select(['login', 'bound_at'])
    .execute();
