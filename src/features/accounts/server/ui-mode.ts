import { stringifySetCookie } from 'cookie';
import type { z } from 'zod';
import { modeCookieName } from '#platform/auth/cookies.ts';
import type { Ctx } from '#platform/context.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import type { UiModeForm } from '../forms.ts';
import { setUiMode } from './repo.ts';

const oneYearSeconds = 31_536_000;

/** Stores the theme: in the profile of users, and for everyone in a cookie that the theme script can read. */
export async function uiModeAnswer(ctx: Ctx, request: HttpRequest, form: z.output<typeof UiModeForm>) {
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
