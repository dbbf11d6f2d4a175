import { stringifySetCookie } from 'cookie';
import type { HttpRequest } from '#platform/http/types.ts';
import type { Site } from '#sites/schema.ts';

/** The part of a request that identifies its sender. */
export type Sender = Pick<HttpRequest, 'cookies' | 'secure'> & Partial<Pick<HttpRequest, 'headers'>>;

/** Over https, browsers refuse cookies with this prefix from another host name or over http. */
const prefix = (secure: boolean) => (secure ? '__Host-' : '');

/** Cookies are shared by all ports of a host, so each name contains the edition. */
export const cookieName = (
  kind: 'session' | 'seed' | 'form' | 'known' | 'second' | 'crossing' | 'position',
  site: Pick<Site, 'code'>,
  secure: boolean,
) => `${prefix(secure)}${kind}_${site.code}`;

/** The theme chosen by a visitor. Also read and written by scripts: src/layouts/header/first-mode.ts and mode.ts. */
export const modeCookieName = (secure: boolean) => `${prefix(secure)}ui_mode`;

/** The session id sent by the browser, or null if it is missing or malformed. */
export function presentedSessionId(site: Pick<Site, 'code'>, sender: Sender): string | null {
  const id = sender.cookies[cookieName('session', site, sender.secure)];
  return id && /^[a-z2-7]{40}$/.test(id) ? id : null;
}

/** Whether a Cookie header may make a page of this edition a personal one: it names a session, or one that waits for its second factor. */
export const isPersonal = (cookies: string | undefined, { code }: Pick<Site, 'code'>): boolean =>
  cookies !== undefined && (cookies.includes(`session_${code}=`) || cookies.includes(`second_${code}=`));

/** A Set-Cookie header for this host only, invisible to scripts. `maxAge` in seconds; without it a session cookie. */
export const hiddenCookie = (name: string, value: string, secure: boolean, maxAge?: number) =>
  stringifySetCookie({ name, value, maxAge, path: '/', httpOnly: true, sameSite: 'lax', secure });
