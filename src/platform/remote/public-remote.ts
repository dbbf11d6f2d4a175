import { Resolver } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { outsideAdmission } from '#platform/admission/admitted.ts';
import { hostOf, remoteAddress } from './address.ts';
import { connect, type Dial, dial } from './connect.ts';
import { isPublicAddress } from './networks.ts';
import { receive } from './receive.ts';
import {
  type Remote,
  type RemoteAnswer,
  type RemoteFile,
  type RemoteMessage,
  RemoteRefusal,
  type RemoteRequest,
} from './remote.ts';

/** Returns all addresses of a host name. */
type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * Queries the name servers of this machine for a host's addresses, IPv4 first. The hosts file and search domains are ignored:
 * they name machines that are not public.
 */
const resolveByDns: Resolve = async (host, signal) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
    return [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

interface Options {
  readonly userAgent: string;
  /** replaced by tests */
  readonly resolve?: Resolve;
  /** replaced by tests */
  readonly dial?: Dial;
  /** ports as they are in a URL: '' is the usual one; replaced by tests */
  readonly ports?: ReadonlySet<string>;
}

/** The limits of every request; `atOnce`: requests and messages of one process each, more are refused. */
export const remoteLimits = { redirects: 3, idleMs: 5_000, headerBytes: 16 * 1024, atOnce: 16 } as const;
const { redirects: redirectsFollowed, idleMs, headerBytes, atOnce } = remoteLimits;

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Requests addresses that users typed. The host is resolved once; every resolved address must be public, and the
 * connection is made to exactly these, so that a second response of the name server has no effect. Redirects are checked in
 * the same way. No cookies, no proxies, no connections are reused.
 */
export function publicRemote(options: Options): Remote {
  const network = { resolve: resolveByDns, dial, ports: new Set(['']), ...options };
  const reading = atMost(atOnce);
  const sending = atMost(atOnce);
  return {
    get: (url, request) => reading(url, request.timeoutMs, (time) => follow(url, request, network, time)),
    post: (url, message) => sending(url, message.timeoutMs, (time) => send(url, message, network, time)),
  };
}

/** Runs work with a time limit, of which at most so much runs at once. Its failures become refusals. */
function atMost(most: number) {
  let running = 0;
  return async <T>(
    url: string,
    timeoutMs: number,
    work: (time: AbortController) => Promise<T>,
  ): Promise<T> => {
    if (running >= most)
      throw new RemoteRefusal('slow', 'Too much is being read from other hosts. Try again soon.', {
        isTemporary: true,
      });
    running += 1;
    const time = new AbortController();
    const timer = setTimeout(() => time.abort(), timeoutMs);
    try {
      return await outsideAdmission(() => work(time));
    } catch (error) {
      throw explained(error, url, time.signal);
    } finally {
      clearTimeout(timer);
      running -= 1;
    }
  };
}

type Network = Required<Options>;

async function follow(
  start: string,
  request: RemoteRequest,
  network: Network,
  time: AbortController,
): Promise<RemoteFile> {
  const { signal } = time;
  let url = remoteAddress(start, network.ports);
  for (let hops = 0; ; hops += 1) {
    assertHost(url, request);
    const socket = await connect(url, await addressesOf(url, network, signal), network.dial, signal);
    try {
      const headers = { accept: request.accept.join(', ') };
      const response = await responseOf(url, socket, { method: 'GET', headers }, network, time);
      const status = response.statusCode ?? 0;
      if (status === 200) return await receive(response, url, request);
      const location = response.headers.location;
      if (!redirects.has(status) || location === undefined) throw badStatus(url, status);
      if (hops === redirectsFollowed)
        throw new RemoteRefusal('redirect', `${url.hostname} redirects too often.`);
      url = redirected(url, location, network);
    } finally {
      socket.destroy();
    }
  }
}

async function send(
  address: string,
  { headers, body }: RemoteMessage,
  network: Network,
  time: AbortController,
): Promise<RemoteAnswer> {
  const url = remoteAddress(address, network.ports);
  const socket = await connect(url, await addressesOf(url, network, time.signal), network.dial, time.signal);
  try {
    const response = await responseOf(url, socket, { method: 'POST', headers, body }, network, time);
    const after = response.headers['retry-after'] ?? '';
    return {
      status: response.statusCode ?? 0,
      retryAfterSeconds: /^\d{1,6}(?:\.\d{1,6})?$/.test(after) ? Math.ceil(Number(after)) : null,
    };
  } finally {
    socket.destroy();
  }
}

function assertHost(url: URL, { hosts }: RemoteRequest): void {
  const host = hostOf(url);
  const isAllowed = typeof hosts === 'function' ? hosts(host) : (hosts?.includes(host) ?? true);
  if (!isAllowed) throw new RemoteRefusal('host', `Nothing is requested from ${host} here.`);
}

/** The addresses of a host. If one of them is not public, nothing is requested from the host. */
async function addressesOf(url: URL, network: Network, signal: AbortSignal): Promise<readonly string[]> {
  const host = hostOf(url);
  const addresses = isIP(host) ? [host] : await network.resolve(host, signal);
  signal.throwIfAborted();
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) throw unknownHost(host);
  return addresses;
}

/** The target, read as strictly as what a user types. A redirect from https to http would give up the encryption. */
function redirected(from: URL, location: string, network: Network): URL {
  const isAbsolute = /^(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i.test(location);
  const text = location.startsWith('//') ? from.protocol + location : location;
  const to = remoteAddress(isAbsolute ? text : new URL(location, from).href, network.ports);
  if (from.protocol === 'https:' && to.protocol !== 'https:')
    throw new RemoteRefusal('redirect', `${from.hostname} redirects to an address without encryption.`);
  return to;
}

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function responseOf(
  url: URL,
  socket: Socket,
  { method, headers, body }: Sent,
  { userAgent }: Network,
  time: AbortController,
): Promise<IncomingMessage> {
  socket.setTimeout(idleMs, () => time.abort());
  const sent = httpRequest({
    createConnection: () => socket,
    method,
    path: url.pathname + url.search,
    headers: {
      host: url.host,
      'user-agent': userAgent,
      ...headers,
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      'accept-encoding': 'identity',
      connection: 'close',
    },
    setHost: false,
    maxHeaderSize: headerBytes,
    insecureHTTPParser: false,
    signal: time.signal,
  });
  sent.end(body);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  sent.once('response', resolve);
  // a change of protocol counts as no response; once there is one, it reports errors itself
  for (const end of ['error', 'upgrade', 'close']) sent.on(end, () => reject(noAnswer(url.hostname)));
  return promise;
}

function badStatus({ hostname }: URL, status: number): RemoteRefusal {
  if (status === 404 || status === 410)
    return new RemoteRefusal('missing', `${hostname} has nothing at this address.`);
  const isTemporary = status === 429 || status >= 500;
  return new RemoteRefusal('status', `${hostname} answers with the error ${status}.`, { isTemporary });
}

const unknownHost = (host: string) =>
  new RemoteRefusal('unreachable', `There is no public host named ${host}.`, { isTemporary: true });
const tooSlow = (host: string) =>
  new RemoteRefusal('slow', `${host} takes too long to answer.`, { isTemporary: true });

const noAnswer = (host: string) =>
  new RemoteRefusal('unreachable', `${host} cannot be reached.`, { isTemporary: true });

const noSuchName: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'ENONAME']);

/** Every failure as a refusal. */
function explained(error: unknown, address: string, signal: AbortSignal): RemoteRefusal {
  const host = URL.canParse(address) ? hostOf(new URL(address)) : 'The host';
  if (signal.aborted) return tooSlow(host);
  if (error instanceof RemoteRefusal) return error;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (noSuchName.has(code)) return unknownHost(host);
  return noAnswer(host);
}
