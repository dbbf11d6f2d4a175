import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { bytesInWords } from '#platform/files/limits.ts';

/** A complete answer of the other site. */
export interface SourceAnswer {
  readonly status: number;
  /** in lower case, without parameters; '' if it is missing */
  readonly type: string;
  readonly etag: string | null;
  readonly bytes: Buffer;
}

/** Why a request failed in the end. `isTemporary`: it may succeed later, so nothing follows from it. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
  readonly isTemporary: boolean;
  constructor(message: string, { isTemporary }: { isTemporary: boolean }) {
    super(message);
    this.isTemporary = isTemporary;
  }
}

export interface SourceRequest<T> {
  readonly maxBytes: number;
  readonly accept: string;
  /** asks only for what is newer; the answer may then be 304 */
  readonly etag?: string | null;
  /** Reads an answer with status 200, 304, 403, 404 or 410. A temporary SourceFailure repeats the request. */
  read(answer: SourceAnswer): T;
}

/** What answers for another site. */
export interface SourceClient {
  /** requests that were sent, repeated ones included */
  readonly sent: number;
  get<T>(path: string, wanted: SourceRequest<T>): Promise<T>;
  close(): void;
}

interface Options {
  /** such as https://tmnf.exchange */
  readonly origin: string;
  readonly userAgent: string;
  readonly perSecond: number;
  /** ends all waiting and running requests */
  readonly signal: AbortSignal;
  /** times that a request is tried */
  readonly tries?: number;
  /** without a byte for this time, a connection counts as broken */
  readonly idleMs?: number;
  /** the pause before the second try; it doubles with each further one */
  readonly firstPauseMs?: number;
}

const mostPauseMs = 60_000;
const mostRetryAfterMs = 10 * 60_000;
const redirectsFollowed = 3;
const final: ReadonlySet<number> = new Set([200, 304, 403, 404, 410]);
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Reads many addresses of one site that the operator named: at most `perSecond` requests, with pauses that grow after failures and as
 * long as Retry-After demands, over connections that are reused. Redirects may only change the scheme or path, never the host.
 */
export class PoliteClient implements SourceClient {
  readonly #options: Required<Options>;
  readonly #agents = {
    'http:': new HttpAgent({ keepAlive: true }),
    'https:': new HttpsAgent({ keepAlive: true }),
  };
  #nextAt = 0;
  /** requests that were sent, repeated ones included */
  sent = 0;

  constructor(options: Options) {
    this.#options = { tries: 6, idleMs: 20_000, firstPauseMs: 1000, ...options };
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  async get<T>(path: string, wanted: SourceRequest<T>): Promise<T> {
    const { tries, firstPauseMs, signal } = this.#options;
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await this.#follow(new URL(path, this.#options.origin), wanted);
        if (final.has(answer.status)) return wanted.read(answer);
        throw new Refused(answer.status, answer.retryAfterMs);
      } catch (error) {
        signal.throwIfAborted();
        const failure = explained(error, path);
        if (!failure.isTemporary || attempt === tries) throw failure;
        const growing = Math.min(firstPauseMs * 2 ** (attempt - 1), mostPauseMs) * (0.5 + Math.random());
        const waitMs = error instanceof Refused ? (error.retryAfterMs ?? growing) : growing;
        // a site that is busy gets no other requests meanwhile
        if (error instanceof Refused) this.#nextAt = Math.max(this.#nextAt, performance.now() + waitMs);
        await pause(waitMs, undefined, { signal });
      }
    }
  }

  async #turn(): Promise<void> {
    const { perSecond, signal } = this.#options;
    const now = performance.now();
    const at = Math.max(now, this.#nextAt);
    this.#nextAt = at + 1000 / perSecond;
    if (at > now) await pause(at - now, undefined, { signal });
  }

  async #follow(
    start: URL,
    wanted: SourceRequest<unknown>,
  ): Promise<SourceAnswer & { retryAfterMs: number | null }> {
    let url = start;
    for (let hops = 0; ; hops++) {
      await this.#turn();
      this.sent += 1;
      const response = await this.#send(url, wanted);
      const { location } = response.headers;
      const status = response.statusCode ?? 0;
      if (!redirects.has(status) || location === undefined)
        return { ...(await received(response, wanted.maxBytes)), retryAfterMs: retryAfter(response) };
      response.resume();
      const to = URL.canParse(location, url) ? new URL(location, url) : null;
      const isHere =
        to?.hostname === url.hostname && (to.protocol === 'https:' || to.protocol === url.protocol);
      if (!to || !isHere || hops === redirectsFollowed)
        throw new SourceFailure(`It redirects to ${location}.`, { isTemporary: false });
      url = to;
    }
  }

  #send(url: URL, { accept, etag }: SourceRequest<unknown>): Promise<IncomingMessage> {
    const { userAgent, idleMs, signal } = this.#options;
    const isSecure = url.protocol === 'https:';
    return new Promise((resolve, reject) => {
      const sent = (isSecure ? httpsRequest : httpRequest)({
        // names under localhost lead to this machine (RFC 6761), which not every resolver knows
        host: url.hostname.endsWith('.localhost') ? '127.0.0.1' : url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port === '' ? (isSecure ? 443 : 80) : url.port,
        servername: url.hostname,
        path: url.pathname + url.search,
        agent: this.#agents[isSecure ? 'https:' : 'http:'],
        headers: {
          host: url.host,
          'user-agent': userAgent,
          accept,
          'accept-encoding': 'gzip',
          ...(etag && { 'if-none-match': etag }),
        },
        timeout: idleMs,
        signal,
      });
      sent.on('timeout', () => sent.destroy(new Error(`No byte came for ${idleMs / 1000} s.`)));
      sent.on('error', reject);
      sent.on('response', resolve);
      sent.end();
    });
  }
}

/** A status that says nothing about the address itself. */
class Refused extends Error {
  readonly status: number;
  readonly retryAfterMs: number | null;
  constructor(status: number, retryAfterMs: number | null) {
    super(`It answers ${status}.`);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

function explained(error: unknown, path: string): SourceFailure {
  const why = error instanceof Error ? error.message : String(error);
  const isTemporary =
    error instanceof SourceFailure
      ? error.isTemporary
      : !(error instanceof Refused) || error.status === 429 || error.status === 408 || error.status >= 500;
  return new SourceFailure(`${path}: ${why}`, { isTemporary });
}

/** Seconds or a date (RFC 9110). */
function retryAfter({ headers }: IncomingMessage): number | null {
  const given = headers['retry-after'];
  if (given === undefined) return null;
  const ms = /^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now();
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), mostRetryAfterMs);
}

/** A body that is shorter than announced, or stalls, rejects. */
async function received(response: IncomingMessage, maxBytes: number): Promise<SourceAnswer> {
  const tooLarge = () =>
    new SourceFailure(`It is larger than ${bytesInWords(maxBytes)}.`, { isTemporary: false });
  const parts: Buffer[] = [];
  let bytes = 0;
  const coding = response.headers['content-encoding'];
  const unpacked = coding === 'gzip' ? response.compose(createGunzip()) : response;
  for await (const part of unpacked as AsyncIterable<Buffer>) {
    // both are streams of bytes
    bytes += part.length;
    if (bytes > maxBytes) {
      response.destroy();
      throw tooLarge();
    }
    parts.push(part);
  }
  if (!response.complete) throw new Error('The connection was cut.');
  return {
    status: response.statusCode ?? 0,
    type: (response.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
    etag: response.headers.etag ?? null,
    bytes: Buffer.concat(parts),
  };
}
