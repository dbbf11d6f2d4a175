import { isRecent } from '#platform/auth/session-life.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem, signInFirst } from '#platform/http/problem.ts';
import { routes } from '#routes.ts';

/** The sign-in is too old for what was asked; `link` leads to the page that renews it and then comes back. */
export class ConfirmFirst extends Problem {
  readonly link: string;

  constructor(returnTo: string) {
    const link = routes.accountAgain(returnTo);
    super(403, 'Confirm your identity first: you signed in more than ten minutes ago.', { link });
    this.link = link;
  }
}

/** Whether the viewer proved who they are within the last ten minutes. */
export const provedRecently = ({ viewer, clock }: Pick<Ctx, 'viewer' | 'clock'>): boolean =>
  viewer.session !== undefined && isRecent(viewer.session.signedInAt, clock.now());

/**
 * Guards everything that changes how an account is entered, or who else is in it: mail address, factors, sessions.
 * Throws unless the viewer proved who they are within the last ten minutes.
 */
export function mustHaveProvedRecently(ctx: Pick<Ctx, 'viewer' | 'clock'>, returnTo: string): void {
  if (ctx.viewer.accountId === null) throw signInFirst();
  if (!provedRecently(ctx)) throw new ConfirmFirst(returnTo);
}
