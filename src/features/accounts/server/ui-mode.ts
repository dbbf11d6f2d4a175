import { stringifySetCookie } from 'cookie';
import type { z } from 'zod';
import { modeCookieName } from '#platform/auth/cookies.ts';
import type { Ctx } from '#platform/context.ts';
import { cameFrom } from '#platform/http/address.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import { put } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { UiModeForm } from '../forms.ts';
import { formEndpoint } from './form-endpoint.ts';
import { setUiMode } from './repo.ts';

const oneYearSeconds = 31_536_000;

/** Stores the theme: in the profile of users, and for everyone in a cookie that the theme script can read. */
async function storeUiMode(ctx: Ctx, request: HttpRequest, form: z.output<typeof UiModeForm>) {
  const mode = Number(form.mode);
  if (ctx.viewer.accountId !== null) await setUiMode(ctx, mode);
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
  [put(routes.toggleUi)]: formEndpoint({
    touches: 'edition',
    alwaysFor: 'what only they see',
    input: UiModeForm,
    run: storeUiMode,
    answer: ({ mode, setCookies }) => ({ value: { UiMode: mode }, setCookies }),
    next: (_, request, __, ctx) => cameFrom(request, ctx.site),
  }),
};
