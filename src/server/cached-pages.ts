import type { IncomingMessage, ServerResponse } from 'node:http';
import { onlyViewHeader } from '#lib/wire/view-header.ts';
import { isPersonal } from '#platform/auth/cookies.ts';
import type { Services } from '#platform/context.ts';
import { newRequestId } from '#platform/ctx.ts';
import { clientAddress, type Entrance, isHttps, publicOrigin } from '#platform/http/address.ts';
import type { PreparedResponse } from '#platform/http/guarded-response.ts';
import { networkOf } from '#platform/http/network.ts';
import { hasLeft } from '#platform/http/send.ts';
import type { Reply } from '#platform/http/types.ts';
import { CachedPage } from '#platform/page-cache/cached-page.ts';
import type { Asked, PageCache } from '#platform/page-cache/page-cache.ts';
import { textsChangeAt } from '#platform/page-cache/relative-times.ts';
import type { Site } from '#sites/schema.ts';
import type { RenderPage } from './edition.ts';
import { pageAddress } from './page-address.ts';

/** Pages of visitors that are not personal may be stored by their browser, which asks each time whether they have changed. */
export const visitorsCaching = 'private, no-cache';

/** Longer addresses are made up. */
const maxTarget = 500;

/** A page that a visitor requests, and the cache for it. */
export interface AskedPage extends Asked {
  readonly pages: PageCache<CachedPage>;
  readonly isSecure: boolean;
  /** what it is rendered for: its address without what it does not read */
  readonly target: string;
  hasLeft(): boolean;
  send(page: CachedPage, requestId: string): Promise<void>;
}

/**
 * What identifies the requested page, if it can be one that is the same for all visitors: the address that it is reached by, and its path
 * and the parameters that it reads. Null for requests with a session and for those of a part of a page.
 */
export function askedPage(
  { services, ...entrance }: Entrance & { readonly services: Services },
  site: Site,
  message: IncomingMessage,
  response: PreparedResponse,
): AskedPage | null {
  const { url = '/', headers, method } = message;
  // only `cachedOrRendered` fills it
  const pages = services.caches?.pages as PageCache<CachedPage> | undefined; // see above
  if (!pages?.isOn || (method !== 'GET' && method !== 'HEAD') || url.length > maxTarget) return null;
  if (isPersonal(headers.cookie, site) || headers[onlyViewHeader] !== undefined) return null;
  const target = pageAddress(url);
  return {
    pages,
    target,
    site: site.code,
    key: publicOrigin(site.host, message, entrance) + target,
    network: networkOf(clientAddress(message, entrance)),
    state: services.switches.of(site.code),
    isSecure: isHttps(headers, entrance),
    hasLeft: () => hasLeft(response),
    send: (page, requestId) => page.send(message, response, requestId),
  };
}

/** Sends the page if it is cached, or being made for somebody else; otherwise calls `make`. */
export function serveCached(asked: AskedPage, make: () => void): void {
  const { pages } = asked;
  const send = (page: CachedPage) => void asked.send(page, newRequestId());
  const page = pages.find(asked);
  const awaited = page ? undefined : pages.awaited(asked);
  if (page) send(page);
  else if (awaited) {
    void awaited.then((made) => {
      if (made) send(made);
      else if (!asked.hasLeft()) make();
    });
  } else make();
}

type Rendered = Awaited<ReturnType<RenderPage>>;

/**
 * The page from the cache, or rendered; it is stored unless it is personal. Others who request it meanwhile wait for it, without a place
 * among those that run.
 */
export async function cachedOrRendered(
  asked: AskedPage,
  response: ServerResponse,
  wait: (work: () => Promise<CachedPage | null>) => Promise<CachedPage | null>,
  now: Date,
  render: () => Promise<Rendered>,
): Promise<CachedPage | Rendered> {
  const { pages, isSecure } = asked;
  const awaited = pages.awaited(asked);
  const found = pages.find(asked) ?? (awaited && (await wait(() => awaited)));
  if (found) return found;
  const { made, stored } = await pages.make(asked, render, async (page) => {
    if (typeof page === 'string' || !isForAll(page, response)) return null;
    const body = page.body as Buffer; // see isForAll
    const headers = { ...page.headers, 'cache-control': visitorsCaching } as Record<string, string>; // likewise
    const value = await CachedPage.of({ body, headers, isSecure });
    return { value, bytes: value.bytes, until: textsChangeAt(body.toString(), now) };
  });
  return stored ?? made;
}

/** Without a cookie and a token: using either makes a response personal. */
function isForAll({ status, headers = {}, body }: Reply, response: ServerResponse): boolean {
  return (
    status === 200 &&
    Buffer.isBuffer(body) &&
    Object.values(headers).every((value) => typeof value === 'string') &&
    !('set-cookie' in headers) &&
    !response.hasHeader('set-cookie') &&
    response.getHeader('cache-control') === visitorsCaching
  );
}
