import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { parseCookie } from 'cookie';
import { clientAddress, type Entrance, isHttps, publicOrigin, readTarget } from './address.ts';
import type { HttpRequest } from './types.ts';

type Cookies = Readonly<Record<string, string | undefined>>;

/** Reads from node:http only what is used: a list request never pays for cookies or an AbortController. */
export class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: IncomingMessage;
  readonly address: string;
  readonly origin: string;
  readonly #response: ServerResponse;
  readonly #entrance: Entrance;
  #query: URLSearchParams | undefined;
  #cookies: Cookies | undefined;
  #signal: AbortSignal | undefined;

  /**
   * `host`: the host of the edition, for public addresses. Throws a Problem 400 for a target that is not a path here.
   */
  constructor(message: IncomingMessage, response: ServerResponse, host: string, entrance: Entrance) {
    const { path, search } = readTarget(message.url ?? '/');
    this.method = message.method ?? 'GET';
    this.path = path;
    this.search = search;
    this.headers = message.headers;
    this.body = message;
    // read now: a connection that breaks forgets its port, which the links in a mail may still need
    this.address = clientAddress(message, entrance);
    this.origin = publicOrigin(host, message, entrance);
    this.#response = response;
    this.#entrance = entrance;
  }

  get query(): URLSearchParams {
    this.#query ??= new URLSearchParams(this.search);
    return this.#query;
  }

  get cookies(): Cookies {
    this.#cookies ??= this.headers.cookie ? parseCookie(this.headers.cookie) : {};
    return this.#cookies;
  }

  get secure(): boolean {
    return isHttps(this.headers, this.#entrance);
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
