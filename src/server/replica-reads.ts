import { cookieName, hiddenCookie } from '#platform/auth/cookies.ts';
import type { Ctx } from '#platform/context.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import { positionSeconds, readPosition } from '#platform/replicas/position.ts';
import { type Reading, readingFrom } from '#platform/replicas/reading.ts';
import type { Replicas } from '#platform/replicas/replicas.ts';

/** Requests that may read from a replica. */
export const mayReadReplica = ({ method, headers }: Pick<HttpRequest, 'method' | 'headers'>): boolean =>
  // the writes of a program are not in a cookie
  (method === 'GET' || method === 'HEAD') && headers.authorization === undefined;

const nameOf = ({ site }: Pick<Ctx, 'site'>, { secure }: Pick<HttpRequest, 'secure'>) =>
  cookieName('position', site, secure);

/** Lets a request read from a replica that has what its user has written, if there is one. */
export async function readingOf(
  ctx: Ctx,
  request: Pick<HttpRequest, 'cookies' | 'secure'>,
  replicas: Replicas,
): Promise<Reading> {
  const { caches, finders, site } = ctx;
  const written = readPosition(request.cookies[nameOf(ctx, request)]) ?? 0;
  const known = caches?.position ?? 0;
  // written in another process: what this one caches and finds must contain it
  if (written > known) await Promise.all([...finders.values()].map((finder) => finder.catchUp(site.code)));
  return readingFrom(ctx, await replicas.choose({ atLeast: written, rather: Math.max(written, known) }));
}

/** A position that no replica has. */
const nowhere = Number.MAX_SAFE_INTEGER;

/** The cookie of a browser whose user has just written: for as long as a replica may lack it. */
export async function positionCookie(
  ctx: Ctx,
  request: Pick<HttpRequest, 'secure'>,
  replicas: Replicas,
): Promise<string> {
  const position = await replicas.positionOfPrimary().catch(() => nowhere);
  return hiddenCookie(nameOf(ctx, request), String(position), request.secure, positionSeconds);
}
