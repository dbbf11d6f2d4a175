import { isRecent } from '#platform/auth/session-life.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem, signInFirst } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';

/** The sign-in is too old for this request; `link` leads to the page that renews it and then returns. */
export class ConfirmFirst extends Problem {
  readonly link: string;

  constructor(returnTo: string) {
    const link = routes.accountAgain(returnTo);
    super(403, 'Confirm your identity first: you signed in more than ten minutes ago.', { link });
    this.link = link;
  }
}

/** Whether the viewer authenticated within the last ten minutes. */
export const provedRecently = ({ viewer, clock }: Pick<Ctx, 'viewer' | 'clock'>): boolean =>
  viewer.session !== undefined && isRecent(viewer.session.signedInAt, clock.now());

/**
 * Guards everything that changes sign-in methods or sessions: mail address, factors, sessions. Throws unless the viewer
 * authenticated within the last ten minutes.
 */
export function mustHaveProvedRecently(ctx: Pick<Ctx, 'viewer' | 'clock'>, returnTo: string): void {
  if (ctx.viewer.accountId === null) throw signInFirst();
  if (!provedRecently(ctx)) throw new ConfirmFirst(returnTo);
}
