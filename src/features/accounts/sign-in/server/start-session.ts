import { accountToken, freshVisitorToken, tokenFor } from '#platform/anti-forgery.ts';
import { rememberAddress } from '#platform/auth/addresses.ts';
import { cookieName, type Sender } from '#platform/auth/cookies.ts';
import { markBrowser } from '#platform/auth/known-browser.ts';
import { ensureProfile } from '#platform/auth/profile.ts';
import { suspensionProblem } from '#platform/auth/sanctions.ts';
import { signIn, viewerOf } from '#platform/auth/session.ts';
import { suspendedToken } from '#platform/auth/suspended-token.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { checkWords } from '#platform/switches/check-words.ts';
import { type Viewer, visitor } from '#platform/viewer.ts';
import { routes } from '#routes/routes.ts';
import type { ViewerAnswer } from '../../forms.ts';
import { reopeningLink } from '../../server/closed-account.ts';
import { passwordOwner } from '../../server/repo.ts';

/** What a response must contain after the sender signed in or out. */
export interface Outcome {
  answer: ViewerAnswer;
  setCookies: string[];
}

/** The response for scripts. */
export const answerOf = ({ answer }: Outcome): ViewerAnswer => answer;

/** The cookies for all clients. */
export const cookiesOf = ({ setCookies }: Pick<Outcome, 'setCookies'>): { 'set-cookie'?: string[] } =>
  setCookies.length > 0 ? { 'set-cookie': setCookies } : {};

const answerFor = (viewer: Viewer, token: string): ViewerAnswer => ({
  User:
    viewer.accountId === null
      ? null
      : {
          UserId: viewer.userId,
          Name: viewer.name,
          Level: viewer.level,
          IsSupporter: viewer.isSupporter,
          Picture: routes.avatarMini(viewer.userId, viewer.pictureVersion ?? null),
        },
  UiMode: viewer.uiMode,
  RequestVerificationToken: token,
});

/**
 * Starts a session on this edition, with a profile, under a new id. The browser becomes known to the account unless an earlier proof
 * of identity is used again, at `signedInAt`.
 */
export async function arrive(
  ctx: Ctx,
  sender: Sender,
  account: { account_id: number; name: string },
  how: { withFactor?: boolean; signedInAt?: Date } = {},
): Promise<Outcome> {
  const link = await reopeningLink(ctx, account.account_id);
  if (link !== null) {
    const { answer, setCookies } = present(ctx, sender);
    return { answer: { ...answer, Closed: { Link: link } }, setCookies };
  }
  await refuseSuspended(ctx, account.account_id);
  const userId = await ensureProfile(ctx, account);
  if (userId !== null) await checkWords(ctx, 'user', userId, userId);
  await rememberAddress(ctx, account.account_id);
  const { sessionId, setCookie } = await signIn(ctx, sender, account.account_id, how);
  const cookies = { ...sender.cookies, [cookieName('session', ctx.site, sender.secure)]: sessionId };
  const { viewer } = await viewerOf(ctx, ctx.site, { cookies, secure: sender.secure });
  const answer = answerFor(viewer, accountToken(ctx, account.account_id));
  if (how.signedInAt) return { answer, setCookies: [setCookie] };
  const known = markBrowser(ctx, sender, await passwordOwner(ctx, account.account_id));
  return { answer, setCookies: [setCookie, known] };
}

/** The refusal links to the page where a suspended person can appeal: the sign-in was proven. */
async function refuseSuspended(ctx: Ctx, accountId: number): Promise<void> {
  const problem = await suspensionProblem(ctx, accountId);
  if (!problem) return;
  const link = routes.accountSuspended(suspendedToken(ctx, accountId));
  throw new Problem(problem.status, problem.message, { field: 'Name', link });
}

/** What a signed-out browser gets: a new visitor's token, not one of the ended session. */
export function departed(ctx: Ctx, sender: Sender, blankCookie: string): Outcome {
  const { token, setCookies } = freshVisitorToken(ctx, sender);
  return {
    answer: answerFor({ ...visitor, uiMode: ctx.viewer.uiMode }, token),
    setCookies: [blankCookie, ...setCookies],
  };
}

/** The viewer, as in GET /api/viewer. */
export function present(ctx: Ctx, sender: Sender): Outcome {
  const { token, setCookies } = tokenFor(ctx, sender);
  return { answer: answerFor(ctx.viewer, token), setCookies };
}
