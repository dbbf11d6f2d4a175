import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { parseCookie } from 'cookie';
import { Problem } from './problem.ts';
import type { HttpRequest } from './types.ts';

type Cookies = Readonly<Record<string, string | undefined>>;

/** Reads of node:http only what is asked for: a list request never pays for cookies or an AbortController. */
export class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #trustProxy: boolean;
  #query: URLSearchParams | undefined;
  #cookies: Cookies | undefined;
  #signal: AbortSignal | undefined;

  /** Throws Problem 400 for a target that is no path of this server. */
  constructor(message: IncomingMessage, response: ServerResponse, trustProxy: boolean) {
    const target = message.url ?? '/';
    const question = target.indexOf('?');
    this.method = message.method ?? 'GET';
    this.path = decodePath(question < 0 ? target : target.slice(0, question));
    this.search = question < 0 ? '' : target.slice(question);
    this.headers = message.headers;
    this.body = message;
    this.#response = response;
    this.#trustProxy = trustProxy;
  }

  get query(): URLSearchParams {
    this.#query ??= new URLSearchParams(this.search);
    return this.#query;
  }

  get cookies(): Cookies {
    this.#cookies ??= this.headers.cookie ? parseCookie(this.headers.cookie) : {};
    return this.#cookies;
  }

  get address(): string {
    const told = this.#trustProxy ? lastOf(this.headers['x-forwarded-for']) : undefined;
    return (told ?? this.body.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  }

  get secure(): boolean {
    return this.#trustProxy && lastOf(this.headers['x-forwarded-proto']) === 'https';
  }

  /** Host as asked for, with its port; empty for HTTP/1.0 clients that send none. */
  get host(): string {
    const told = this.#trustProxy ? lastOf(this.headers['x-forwarded-host']) : undefined;
    return told ?? this.headers.host ?? '';
  }

  get origin(): string {
    return `${this.secure ? 'https' : 'http'}://${this.host}`;
  }

  get signal(): AbortSignal {
    if (!this.#signal) {
      const controller = new AbortController();
      this.#signal = controller.signal;
      this.#response.once('close', () => {
        if (!this.#response.writableFinished) controller.abort();
      });
    }
    return this.#signal;
  }
}

/** A proxy appends: only the last entry is its own word. */
function lastOf(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header.at(-1) : header;
  return text?.split(',').at(-1)?.trim() || undefined;
}

function decodePath(raw: string): string {
  if (!raw.startsWith('/')) throw new Problem(400, 'The address must begin with a slash.');
  if (!raw.includes('%')) return raw;
  try {
    const path = decodeURIComponent(raw);
    if (!path.includes('\0')) return path;
  } catch {
    // falls through: the same sentence for every broken escape
  }
  throw new Problem(400, 'The address holds a character that is not escaped properly.');
}
