import type { IncomingMessage, ServerResponse } from 'node:http';
import { daySeconds } from '#lib/codes/durations.ts';
import type { Match } from '#platform/http/router.ts';
import type { Endpoint } from '#platform/http/types.ts';

/** What scripts of other sites may read of a response, apart from the usual headers. */
const exposed = [
  'API-Version',
  'ETag',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
].join(', ');

/** What they may send. */
const accepted = ['Accept', 'Authorization', 'Content-Type', 'If-None-Match', 'Last-Event-ID', 'Range'].join(
  ', ',
);

/** Whether scripts of other sites may use an address at all. */
const isForOthers = (endpoint: Endpoint): boolean =>
  endpoint.isShared === true || endpoint.isOpen === true || readsNoCookie(endpoint);

const readsNoCookie = ({ ignoresCookies, scope }: Endpoint): boolean =>
  ignoresCookies === true || scope !== undefined;

/**
 * Lets scripts of other sites read a public address (CORS). They never get what depends on a session: a request with cookies gets no
 * permission, except where no cookie is read, and `*` makes browsers withhold what they sent cookies for.
 */
export function allowOtherSites(match: Match, { headers }: IncomingMessage, response: ServerResponse): void {
  if (match.found !== 'endpoint' || !isForOthers(match.endpoint)) return;
  if (headers.cookie !== undefined && !readsNoCookie(match.endpoint)) return;
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-expose-headers', exposed);
}

/**
 * Answers the question of a browser whether a script of another site may send a request. Returns false for any other request, and
 * for addresses that scripts of other sites may not use.
 */
export function answerPreflight(
  route: (method: string, path: string) => Match,
  path: string,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): boolean {
  const wanted = headers['access-control-request-method'];
  if (method !== 'OPTIONS' || typeof wanted !== 'string') return false;
  const match = route(wanted, path);
  if (match.found !== 'endpoint' || !isForOthers(match.endpoint)) return false;
  response.statusCode = 204;
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', wanted);
  response.setHeader('access-control-allow-headers', accepted);
  response.setHeader('access-control-max-age', daySeconds);
  response.end();
  return true;
}
