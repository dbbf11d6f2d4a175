import { Level } from '#lib/codes/level.ts';
import type { Services } from '#platform/context.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Site } from '#sites/schema.ts';
import { presentedSessionId } from './cookies.ts';

/** The API token in a request's headers, without a check. */
export const presentedToken = ({ headers }: Pick<HttpRequest, 'headers'>): string | undefined =>
  /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];

/** What a request presents to prove its account: an API token or a session, neither of them checked. */
export function presentedSecret(site: Pick<Site, 'code'>, request: HttpRequest): string | null {
  const { cookie, authorization } = request.headers;
  if (authorization !== undefined) return presentedToken(request) ?? null;
  return cookie === undefined ? null : presentedSessionId(site, request);
}

/**
 * Lets the requests with this secret count for the account it belongs to, and no longer for their network. Accounts with an
 * address that is not confirmed stay with their network, because anybody can create any number of them.
 */
export function rememberClient(
  { admission }: Pick<Services, 'admission'>,
  secret: string | null,
  { accountId, level }: Pick<Viewer, 'accountId' | 'level'>,
): void {
  if (secret !== null) admission.clients.remember(secret, level >= Level.standard ? accountId : null);
}
