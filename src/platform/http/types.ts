import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { ProblemBody } from '#lib/wire/problem.ts';
import type { Ctx } from '#platform/context.ts';

/** A request as the routes see it: what node:http gives, parsed once, without the cost of a web Request. */
export interface HttpRequest {
  readonly method: string;
  /** decoded path without the query, always beginning with '/' */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** the client's address (the proxy's word is taken only when TRUST_PROXY is set) */
  readonly address: string;
  /** true when the person came by https */
  readonly secure: boolean;
  /** public origin of the edition, for links: its configured host, never the Host header. @example 'http://tmnf.localhost:4321' */
  readonly origin: string;
  readonly body: Readable;
  /** aborted when the client goes away */
  readonly signal: AbortSignal;
}

/** A form that was refused, for the page that shows it again. Passwords, tokens and files are left out. */
export interface RefusedForm {
  readonly values: URLSearchParams;
  readonly problem: ProblemBody;
}

export interface Reply {
  status: number;
  headers?: Record<string, string | string[]>;
  /** a stream is piped with back pressure and destroyed when the client leaves */
  body?: string | Uint8Array | Readable;
  /**
   * Instead of a body: the edition's page at this address, with this status, `locals.problem` and `locals.form`.
   * `once`: secrets that this answer alone shows (`locals.once`), such as new recovery codes.
   */
  page?: { path: string; problem?: ProblemBody; form?: RefusedForm; once?: readonly string[] };
}

/** One entry of http-routes.ts. `params` are the named parts of its path, still text. */
export interface Endpoint {
  /** shared caches may store its answers: none renews a session, so that none carries a cookie */
  readonly isShared?: true;
  handle(ctx: Ctx, request: HttpRequest, params: Readonly<Record<string, string>>): Promise<Reply>;
}
