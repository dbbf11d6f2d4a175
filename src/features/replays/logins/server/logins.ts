import { acrossSites, forSite } from '#db/for-site.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { loginKey, type ReplayFile } from '../../checks/replay-file.ts';

/**
 * The first replay with a free login binds it to the driver. Returns it then, otherwise null. The caller has locked the login, and the rules have refused one that
 * belongs to another user.
 */
export async function bindLogin(tx: TxCtx, file: ReplayFile, replayId: number): Promise<string | null> {
  const key = loginKey(file);
  if (key === null) return null;
  const bound = await tx.db
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
    .returning('login')
    .executeTakeFirst();
  return bound?.login ?? null;
}

/** The logins of a user, oldest first. */
export const loginsOf = (ctx: Parameters<typeof forSite>[0], userId: number) =>
  forSite(ctx, 'game_login')
    .where('user_id', '=', userId)
    .orderBy('bound_at')
    .orderBy('login_key')
    .select(['login', 'bound_at'])
    .execute();

/** The logins of an account on all editions, with what proved each: by edition, oldest first. */
export async function loginsEverywhere({ db, sites }: Pick<Ctx, 'db' | 'sites'>, accountId: number) {
  const rows = await acrossSites(db, 'an account has logins on each edition')
    .selectFrom('game_login')
    .innerJoin('profile', (join) =>
      join.onRef('profile.site', '=', 'game_login.site').onRef('profile.user_id', '=', 'game_login.user_id'),
    )
    .where('profile.account_id', '=', accountId)
    .orderBy('bound_at')
    .orderBy('login_key')
    .select(['game_login.site', 'login', 'bound_at', 'proof', 'replay_id'])
    .execute();
  return sites.flatMap(({ code, name }) =>
    rows
      .filter((row) => row.site === code)
      .map((row) => ({
        site: code,
        edition: name,
        login: row.login,
        boundAt: row.bound_at,
        proof: row.proof,
        replayId: row.replay_id,
      })),
  );
}
