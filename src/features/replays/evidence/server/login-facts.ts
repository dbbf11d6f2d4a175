import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { loginKey } from '../../checks/replay-file.ts';
import { loginsOf } from '../../logins/server/logins.ts';
import type { Run } from './runs.ts';

/** What is known about the login of a run and of its driver. */
export interface LoginFacts {
  /** as in the file; null if it names none */
  readonly inFile: string | null;
  /** a login of the internet identifies its driver; one of a local network does not */
  readonly identifies: boolean;
  readonly boundTo: { readonly UserId: number; readonly Name: string; readonly since: Date } | null;
  /** the driver's other logins */
  readonly others: readonly string[];
}

export async function loginFacts(ctx: Ctx, { driver_login, user_id }: Run): Promise<LoginFacts> {
  const key = loginKey({ login: driver_login ?? '' });
  const [holder, logins] = await Promise.all([
    key === null
      ? undefined
      : forSite(ctx, 'game_login')
          .innerJoin('profile', (join) =>
            join
              .onRef('profile.site', '=', 'game_login.site')
              .onRef('profile.user_id', '=', 'game_login.user_id'),
          )
          .where('game_login.login_key', '=', key)
          .select(['profile.user_id', 'profile.name', 'game_login.bound_at'])
          .executeTakeFirst(),
    loginsOf(ctx, user_id),
  ]);
  return {
    inFile: driver_login,
    identifies: key !== null,
    boundTo: holder ? { UserId: holder.user_id, Name: holder.name, since: holder.bound_at } : null,
    others: logins.map(({ login }) => login).filter((login) => login.toLowerCase() !== key),
  };
}
