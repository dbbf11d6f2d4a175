import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { TokenScope } from '#lib/codes/token-scopes.ts';
import type { ProblemBody } from '#lib/wire/problem.ts';
import type { Ctx } from '#platform/context.ts';
import type { FileOperation } from './file-operation.ts';

/** The methods of routes; HEAD is answered like GET, without the body. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

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
  /** the fields of a form that were read already, from a JSON document; `body` is empty then */
  readonly fields?: URLSearchParams;
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

/** An address at which programs make a write that pages make: the same rules and limits, with an API token and JSON. */
export interface ApiAddress {
  readonly scope: TokenScope;
  /** the key of its route */
  readonly at: `${Method} /api/${string}`;
  /** what it does, for the description of the API */
  readonly about: string;
  /** the fields of the write for the named parts of this address, where their names differ */
  readonly parts?: Readonly<Record<string, string>>;
  /** fields of the write that this address stands for */
  readonly fixed?: Readonly<Record<string, string>>;
  /** the JSON document that is sent: the other fields of the write */
  readonly input: z.ZodType<object>;
  /** what the parameters of its query mean */
  readonly query?: Readonly<Record<string, string>>;
  /** what the fields of a multipart form contain that are files; absent: it takes only JSON */
  readonly files?: Readonly<Record<string, string>>;
  /** the JSON document that is returned */
  readonly output: z.ZodType;
  /** a document that it takes, for the API page; of a form with files: its fields without them */
  readonly example: object;
}

/** One address that is not a page. `params` are the named parts of its path, as text. */
export interface Endpoint {
  /** shared caches may store its responses: they never renew a session, so they never contain a cookie */
  readonly isShared?: true;
  /** what it returns, for the description of the API, if that is no JSON of it */
  readonly file?: FileOperation;
  /** scripts of other sites may read what visitors get of it */
  readonly isOpen?: true;
  /** scripts of other sites may use it, because no cookie is read */
  readonly ignoresCookies?: true;
  /** identifies its sender by an API token with this scope, or with any; cookies are not read */
  readonly scope?: TokenScope | 'any';
  /** one of the two addresses at which applications get tokens, as the description of the API names it */
  readonly oauth?: 'authorizationUrl' | 'tokenUrl';
  /** of a form: made by `action` */
  readonly write?: WriteScope;
  /** of a form: the addresses at which programs make the same write */
  readonly api?: readonly ApiAddress[];
  handle(ctx: Ctx, request: HttpRequest, params: Readonly<Record<string, string>>): Promise<Reply>;
}
