import { stringifySetCookie } from 'cookie';
import type { z } from 'zod';
import { modeCookieName } from '#platform/auth/cookies.ts';
import type { TxCtx } from '#platform/context.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import { put } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { UiModeForm } from '../forms.ts';
import { cookiesOf } from '../sign-in/server/start-session.ts';
import { alwaysFor, anyone } from './policy.ts';
import { setUiMode } from './repo.ts';

const oneYearSeconds = 31_536_000;

/** Stores the theme: in the profile of users, and for everyone in a cookie that the theme script can read. */
async function storeUiMode(tx: TxCtx, form: z.output<typeof UiModeForm>, request: HttpRequest) {
  const mode = Number(form.mode);
  if (tx.viewer.accountId !== null) await setUiMode(tx, mode);
  const cookie = stringifySetCookie({
    name: modeCookieName(request.secure),
    value: form.mode,
    path: '/',
    maxAge: oneYearSeconds,
    sameSite: 'lax',
    secure: request.secure,
  });
  return { mode, setCookies: [cookie] };
}

/** Day or night. */
export const uiModeRoutes: RouteTable = {
  [put(routes.toggleUi)]: action({
    touches: 'edition',
    ...alwaysFor('what only they see'),
    input: UiModeForm,
    allow: anyone,
    run: storeUiMode,
    answer: ({ mode }) => ({ UiMode: mode }),
    headers: (stored) => cookiesOf(stored),
  }),
};
