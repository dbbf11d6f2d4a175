import { forSite } from '#db/for-site.ts';
import { act } from '#features/modlog/server/act.ts';
import { recordAct } from '#features/modlog/server/actions.ts';
import { notify } from '#features/notices/server/actions.ts';
import { oneLine } from '#lib/bbcode/typed.ts';
import type { TxCtx } from '#platform/context.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import { routes } from '#routes/routes.ts';
import { irreversible } from '../../model.ts';

/** A login and its owner, locked like when a replay is posted. */
export async function lockedLogin(tx: TxCtx, login: string) {
  const login_key = login.toLowerCase();
  await lockUntilCommit(tx, `login ${tx.site.code} ${login_key}`);
  const bound = await forSite(tx, 'game_login')
    .where('login_key', '=', login_key)
    .select(['login_key', 'login', 'user_id'])
    .executeTakeFirst();
  if (!bound) throw notFound('This login');
  return bound;
}

export const loginRemoved = act({
  name: 'login.remove',
  label: 'Removed a login',
  group: 'removed',
  cannot: irreversible['login.remove'],
});

/** Frees a login: the next replay with it binds it to its driver. Existing replays do not change. */
export async function removeLogin(
  tx: TxCtx,
  bound: Awaited<ReturnType<typeof lockedLogin>>,
  reason: string,
): Promise<{ Login: string; Link: string }> {
  if (reason === '') throw new Problem(422, 'Reason: enter a reason.', { field: 'Reason' });
  const { login, user_id: userId } = bound;
  const subject = { kind: 'user', id: userId };
  const before = { Login: login };
  await recordAct(tx, loginRemoved, { subject, reason, before, personId: userId });
  await unbind(tx, bound);
  await notify(tx, {
    to: [userId],
    kind: 'login.removed',
    text: `A moderator removed the login ${login} from your account: ${oneLine(reason)}`,
    link: routes.account(),
  });
  return { Login: login, Link: routes.userShow(userId) };
}

/** The same by the owner of the login, without a reason and a notice. */
export async function giveUpLogin(
  tx: TxCtx,
  bound: Awaited<ReturnType<typeof lockedLogin>>,
): Promise<{ Login: string; Link: string }> {
  await unbind(tx, bound);
  return { Login: bound.login, Link: `${routes.account()}?done=login` };
}

async function unbind(tx: TxCtx, { login_key }: { readonly login_key: string }): Promise<void> {
  await tx.db
    .deleteFrom('game_login')
    .where('site', '=', tx.site.code)
    .where('login_key', '=', login_key)
    .execute();
}
