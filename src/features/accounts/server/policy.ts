import type { Verdict } from '#lib/rules/verdict.ts';
import { yes } from '#lib/rules/verdict.ts';
import type { Ctx } from '#platform/context.ts';
import { signInFirst } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';
import { provedRecently } from './recent-proof.ts';

type Needs = Pick<Ctx, 'viewer' | 'clock'>;

/** The viewer's account; throws a Problem 401 for visitors. */
export function ownAccountId({ viewer }: Pick<Ctx, 'viewer'>): number {
  if (viewer.accountId === null) throw signInFirst();
  return viewer.accountId;
}

/** Everyone, visitors included: the form itself proves what it needs, with a password or the secret of a mail. */
export const anyone = (): Verdict => yes;

/** Whoever is signed in may change their own account. A form that includes the proof of identity checks it before it writes. */
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
      reason: 'Confirm your identity first: you signed in more than ten minutes ago.',
      answer: { status: 403, link: routes.accountAgain(returnTo) },
    };
  };
