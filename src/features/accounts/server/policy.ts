import { type Verdict, yes } from '#lib/rules/verdict.ts';
import { isRecent } from '#platform/auth/session-life.ts';
import type { Ctx } from '#platform/context.ts';
import { signInFirst } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';

/** Why a form of accounts always works. Nothing else is a reason: what others see, or what only adds a convenience, is refused. */
type Reason = 'signing in and out' | 'the safety of the account' | 'leaving' | 'what only they see';

/** For a write that also works for muted users and on read-only editions, with the reason. */
export const alwaysFor = (_: Reason) => ({ whileMuted: 'allowed', whileReadOnly: 'allowed' }) as const;

/** Whether the viewer authenticated within the last ten minutes. */
export const provedRecently = ({ viewer, clock }: Pick<Ctx, 'viewer' | 'clock'>): boolean =>
  viewer.session !== undefined && isRecent(viewer.session.signedInAt, clock.now());

type Needs = Pick<Ctx, 'viewer' | 'clock'>;

/** The viewer's account; throws a Problem 401 for visitors. */
export function ownAccountId({ viewer }: Pick<Ctx, 'viewer'>): number {
  if (viewer.accountId === null) throw signInFirst();
  return viewer.accountId;
}

/** Everyone, visitors included: the form itself proves what it needs, with a password or the secret of a mail. */
export const anyone = (): Verdict => yes;

/** Everyone who is signed in may change their own account. A form that includes the proof of identity checks it before it writes. */
export const mayChangeAccount = ({ viewer }: Pick<Ctx, 'viewer'>): Verdict =>
  viewer.accountId === null ? { ok: false, reason: signInFirst().message, answer: { status: 401 } } : yes;

/**
 * Guards everything that changes sign-in methods or sessions: mail address, factors, sessions. The viewer must have authenticated
 * within the last ten minutes. `returnTo`: where the page that renews the sign-in leads.
 */
export const mayChangeAfterProof =
  (returnTo: string) =>
  (ctx: Needs): Verdict => {
    const signedIn = mayChangeAccount(ctx);
    if (!signedIn.ok || provedRecently(ctx)) return signedIn;
    return {
      ok: false,
      reason: 'Please enter your password again.',
      answer: { status: 403, link: routes.accountAgain(returnTo) },
    };
  };
