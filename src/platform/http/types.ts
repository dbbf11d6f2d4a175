import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { TokenScope } from '#lib/codes/token-scopes.ts';
import type { ProblemBody } from '#lib/wire/problem.ts';
import type { Ctx } from '#platform/context.ts';

/** A request as the routes see it: the data of node:http, parsed once, without the cost of a web Request. */
export interface HttpRequest {
  readonly method: string;
  /** decoded path without the query, always beginning with '/' */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** the client's address (what a proxy says counts only when TRUST_PROXY is set) */
  readonly address: string;
  /** true for a request over https */
  readonly secure: boolean;
  /**
   * public origin of the edition, for links: from its configured host, never from the Host header. @example
   * 'http://tmnf.localhost:4321'
   */
  readonly origin: string;
  readonly body: Readable;
  /** aborted when the client disconnects */
  readonly signal: AbortSignal;
}

/** A form that was refused, for the page that shows it again. Passwords, tokens and files are left out. */
export interface RefusedForm {
  /** the path it was sent to */
  readonly action: string;
  readonly values: URLSearchParams;
  readonly problem: ProblemBody;
  /** set while the page is rendered: the id of the field that shows the reason, or of the note above the form */
  shownAt?: string;
}

/** Where a form can be sent again that was refused because its sender is signed out. */
interface SendAgain {
  readonly path: string;
  /** the token that was sent with it */
  readonly sentToken: string | undefined;
}

export interface Reply {
  status: number;
  headers?: Record<string, string | string[]>;
  /** a stream is piped with back pressure and destroyed when the client disconnects */
  body?: string | Uint8Array | Readable;
  /**
   * Instead of a body: the edition's page at this address, with this status, `locals.problem` and `locals.form`.
   * `once`: secrets that are shown in this response only (`locals.once`), such as new recovery codes.
   * `again`: how the form can be sent again from this page (`locals.again`).
   */
  page?: {
    path: string;
    problem?: ProblemBody;
    form?: RefusedForm;
    once?: readonly string[];
    again?: SendAgain;
  };
}

/**
 * What a write changes: something of the request's edition; an account, which all editions share; or something of an edition that the
 * form names. The sanctions and the switches of all these editions apply. For a named one the action checks them itself.
 */
type Touches = 'edition' | 'account' | 'named edition';

/** Which editions a write touches, and which refusals do not apply to it. */
export interface WriteScope {
  readonly touches: Touches;
  /** Muted users may do it, because no other user reads it or because it protects them. Refused by default. */
  readonly whileMuted?: 'allowed' | undefined;
  /** It works on a read-only edition: it changes nothing there, or checks the edition that it changes. Refused by default. */
  readonly whileReadOnly?: 'allowed' | undefined;
}

/** One address that is not a page. `params` are the named parts of its path, as text. */
export interface Endpoint {
  /** shared caches may store its responses: they never renew a session, so they never contain a cookie */
  readonly isShared?: true;
  /** made by `tokenEndpoint`: identifies its sender by an API token with this scope; cookies are not read */
  readonly scope?: TokenScope;
  /** of a form: made by `action` */
  readonly write?: WriteScope;
  handle(ctx: Ctx, request: HttpRequest, params: Readonly<Record<string, string>>): Promise<Reply>;
}
