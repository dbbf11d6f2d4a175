import { stringifySetCookie } from 'cookie';
import type { HttpRequest } from '#platform/http/types.ts';
import type { Site } from '#sites/schema.ts';

/** The part of a request that says who sent it. */
export type Sender = Pick<HttpRequest, 'cookies' | 'secure'> & Partial<Pick<HttpRequest, 'headers'>>;

/** On https a browser refuses a cookie of this name from a neighbouring host name or by http. */
const prefix = (secure: boolean) => (secure ? '__Host-' : '');

/** Cookies know no ports, so each name carries the edition. */
export const cookieName = (
  kind: 'session' | 'seed' | 'form' | 'known' | 'second',
  site: Pick<Site, 'code'>,
  secure: boolean,
) => `${prefix(secure)}${kind}_${site.code}`;

/** Day or night, as a visitor chose. Scripts read and write it, too: public/mode.js and src/layouts/mode.ts. */
export const modeCookieName = (secure: boolean) => `${prefix(secure)}ui_mode`;

/** The session id the browser presents, or null when there is none or it cannot be one of ours. */
export function presentedSessionId(site: Pick<Site, 'code'>, sender: Sender): string | null {
  const id = sender.cookies[cookieName('session', site, sender.secure)];
  return id && /^[a-z2-7]{40}$/.test(id) ? id : null;
}

/** A Set-Cookie header for this host alone that no script can read. `maxAge` in seconds; none: until the browser closes. */
export const hiddenCookie = (name: string, value: string, secure: boolean, maxAge?: number) =>
  stringifySetCookie({ name, value, maxAge, path: '/', httpOnly: true, sameSite: 'lax', secure });
