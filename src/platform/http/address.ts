import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import { Problem } from './problem.ts';

// Every address that a client or a proxy sends is read only here: Host, X-Forwarded-*, the request target,
// Referer and paths to redirect to. The tables in address.test.ts show what each may look like.

type Headers = Readonly<IncomingHttpHeaders>;

/** How visitors reach this process. */
export interface Entrance {
  /** believe the last X-Forwarded-For, -Proto and -Host: our proxy wrote them */
  readonly trustProxy: boolean;
  /** port of public addresses; null: the scheme's own behind a proxy, otherwise the one the server listens on */
  readonly publicPort: number | null;
}

/** The headers in which a proxy says how a visitor reached it. All are believed, so a proxy must set each of them itself. */
export const forwardedHeaders = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'] as const;

/** Each proxy appends its entry, so only the last one was written by our own. */
function lastEntry(headers: Headers, name: (typeof forwardedHeaders)[number]): string | undefined {
  const header = headers[name];
  const text = Array.isArray(header) ? header.at(-1) : header;
  return text?.split(',').at(-1)?.trim() || undefined;
}

/** The Host header that applies, as it was sent; undefined when an HTTP/1.0 client sends none. */
export function hostHeader(
  headers: Headers,
  { trustProxy }: Pick<Entrance, 'trustProxy'>,
): string | undefined {
  return (trustProxy ? lastEntry(headers, 'x-forwarded-host') : undefined) ?? headers.host;
}

const hostName = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/;

/** The name in a Host header, in lower case, without its port and closing dot; null if it is not a host. */
export function readHostName(header: string): string | null {
  const [, written = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d{0,5}))?$/.exec(header.trim()) ?? [];
  if (port !== undefined && (Number(port) > 65_535 || /^0+$/.test(port))) return null;
  const name = written.toLowerCase();
  if (name.startsWith('[')) return isIPv6(name.slice(1, -1)) ? name : null;
  const bare = name.replace(/\.$/, '');
  return hostName.test(bare) ? bare : null;
}

/** Why a request cannot be assigned to a host, as a sentence; null if it can. */
export function hostMistake(message: IncomingMessage, entrance: Pick<Entrance, 'trustProxy'>): string | null {
  if (hasSeveralHosts(message)) return 'The request has several Host headers.';
  const header = hostHeader(message.headers, entrance);
  if (header === undefined || readHostName(header) !== null) return null;
  return 'The Host header is not a host name with an optional port from 1 to 65535.';
}

/** With several Host headers, each server on the way could choose a different one. */
export function hasSeveralHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let found = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === 'host') found += 1;
  }
  return found > 1;
}

/** True if the visitor uses https, which only a proxy can know. */
export const isHttps = (headers: Headers, { trustProxy }: Pick<Entrance, 'trustProxy'>): boolean =>
  trustProxy && lastEntry(headers, 'x-forwarded-proto')?.toLowerCase() === 'https';

/** The client's address: from the proxy if it is trusted and sends an address, otherwise from the connection. */
export function clientAddress(
  message: IncomingMessage,
  { trustProxy }: Pick<Entrance, 'trustProxy'>,
): string {
  const forwarded = trustProxy ? lastEntry(message.headers, 'x-forwarded-for') : undefined;
  const bare = forwarded?.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  const address = bare && isIP(bare) ? bare : (message.socket.remoteAddress ?? '');
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '');
}

/**
 * The public origin of an edition, for links in pages and mails: its configured host, the scheme the visitor came by
 * and the port of the installation. No part of it comes from the Host header.
 */
export function publicOrigin(host: string, message: IncomingMessage, entrance: Entrance): string {
  const { headers, socket } = message;
  const [scheme, usualPort] = isHttps(headers, entrance) ? ['https', 443] : ['http', 80];
  const isProxied =
    entrance.trustProxy &&
    (headers['x-forwarded-proto'] !== undefined || headers['x-forwarded-host'] !== undefined);
  const port = entrance.publicPort ?? (isProxied ? usualPort : (socket.localPort ?? usualPort));
  return `${scheme}://${host}${port === usualPort ? '' : `:${port}`}`;
}

/** Another edition's origin: the same scheme and port under its host. */
export function onHost(origin: string, host: string): string {
  const url = new URL(origin);
  url.hostname = host;
  return url.origin;
}

export interface Target {
  /** decoded, beginning with a slash */
  readonly path: string;
  /** with its question mark; empty without a query */
  readonly search: string;
}

/** Reads the target of a request line. Throws a Problem 400 for anything that is not a path of this server. */
export function readTarget(target: string): Target {
  const question = target.indexOf('?');
  const path = question < 0 ? target : target.slice(0, question);
  return { path: decodePath(path), search: question < 0 ? '' : target.slice(question) };
}

function decodePath(raw: string): string {
  if (!raw.startsWith('/')) throw new Problem(400, 'The address must begin with a slash.');
  if (raw.startsWith('//')) throw new Problem(400, 'The address must begin with a single slash.');
  if (!raw.includes('%')) return raw;
  try {
    const path = decodeURIComponent(raw);
    if (!path.includes('\0')) return path;
  } catch {
    // falls through: every broken escape gets the same sentence
  }
  throw new Problem(400, 'The address holds a character that is not escaped properly.');
}

/** True for addresses that programs use: everything below `/api/`. */
export const isOfApi = (path: string): boolean => /^\/api\/./i.test(path);

/**
 * The canonical spelling of a page's address: in lower case, without slashes at its end, with its query unchanged; null
 * when the target is already spelt that way, or cannot be redirected to.
 */
export function usualSpelling(target: string): string | null {
  const question = target.indexOf('?');
  const path = question < 0 ? target : target.slice(0, question);
  const usual = withoutLastSlashes(path.toLowerCase());
  return usual === path ? null : localPath(usual + target.slice(path.length));
}

/** A path without the slashes at its end; the path of the front page stays as it is. */
export function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

const maxPathLength = 2000;
const here = 'http://here.invalid';

/** A path on this edition to redirect to, or null for anything that could lead elsewhere. */
export function localPath(path: string | null | undefined): string | null {
  if (!path || path.length > maxPathLength || !isPlainPath(path) || !URL.canParse(path, here)) return null;
  const url = new URL(path, here);
  // dots in a path can leave two slashes at its beginning
  if (url.origin !== here || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}

/** Browsers drop tabs and line breaks and read a backslash as a slash: "/\host" would be another host. */
function isPlainPath(path: string): boolean {
  const [beforeQuery = ''] = path.split(/[?#]/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused
  return /^\/(?!\/)[^\\]*$/.test(beforeQuery) && !/[\x00-\x1f\x7f]/.test(path);
}

/** The page of the edition that a browser came from, by its Referer; the front page for any other address. */
export function cameFrom(
  { headers }: { readonly headers: Headers },
  { host, aliases }: { readonly host: string; readonly aliases: readonly string[] },
): string {
  const { referer } = headers;
  if (!referer || !URL.canParse(referer)) return '/';
  const { protocol, hostname, pathname, search } = new URL(referer);
  const isOurs = /^https?:$/.test(protocol) && [host, ...aliases].includes(hostname.replace(/\.$/, ''));
  return (isOurs && localPath(pathname + search)) || '/';
}
