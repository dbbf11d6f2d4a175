import type { AstroGlobal } from 'astro';
import { permissionsWithPlayer } from '#platform/http/security-headers.ts';

/** Lets this page, and no other, frame the player of the video site. */
export function allowPlayer(page: Pick<AstroGlobal, 'csp' | 'response' | 'locals'>): void {
  const { playerOrigin } = page.locals.ctx.settings.videoSite;
  page.csp?.insertDirective(`frame-src ${playerOrigin}`);
  page.response.headers.set('permissions-policy', permissionsWithPlayer(playerOrigin));
}
