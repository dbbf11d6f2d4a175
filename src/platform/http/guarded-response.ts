import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';
import { type Entrance, isHttps } from './address.ts';
import { customaryName } from './header-names.ts';
import { commonHeaders, overHttps } from './security-headers.ts';

/** A response whose headers were completed in advance may skip the guard, as files in memory do. */
export interface PreparedResponse extends ServerResponse {
  /** `headers`: customary names and values alternately, with everything in `commonHeaders` and without a cookie */
  writePrepared(status: number, headers: readonly string[]): void;
}

/**
 * The class of responses of a server. Every response passes through here just before its headers are sent, including those that
 * node:http makes by itself. It gets the common headers in their customary spelling, and a response with a cookie may
 * not be stored, regardless of its own headers: a shared cache would send the cookie to other people.
 */
export function guardedResponse(entrance: Pick<Entrance, 'trustProxy'>) {
  return class GuardedResponse extends ServerResponse<IncomingMessage> implements PreparedResponse {
    override setHeader(name: string, value: number | string | readonly string[]): this {
      return super.setHeader(customaryName(name), value);
    }

    override writeHead(
      status: number,
      ...rest: (string | OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined)[]
    ): this {
      for (const given of rest) setGiven(this, given);
      complete(this, isHttps(this.req.headers, entrance));
      return super.writeHead(status);
    }

    writePrepared(status: number, headers: readonly string[]): void {
      super.writeHead(status, headers as string[]); // writeHead does not change it
    }
  };
}

/** Headers given to writeHead join those set before, so that all of them are in one place. */
function setGiven(
  response: ServerResponse,
  given: string | OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined,
): void {
  if (given === undefined || typeof given === 'string') return; // the reason phrase of HTTP/1
  const entries = Array.isArray(given) ? pairsOf(given) : Object.entries(given);
  for (const [name, value] of entries) if (value !== undefined) response.setHeader(name, value);
}

const pairsOf = (list: OutgoingHttpHeader[]): [string, OutgoingHttpHeader | undefined][] =>
  list.flatMap((name, at) => (at % 2 === 0 ? [[String(name), list[at + 1]]] : []));

function complete(response: ServerResponse, isSecure: boolean): void {
  for (const [name, value] of Object.entries(commonHeaders)) {
    if (!response.hasHeader(name)) response.setHeader(name, value);
  }
  if (isSecure) {
    const policy = String(response.getHeader('content-security-policy'));
    for (const [name, value] of Object.entries(overHttps({ 'content-security-policy': policy }))) {
      response.setHeader(name, value);
    }
  }
  if (response.hasHeader('set-cookie')) response.setHeader('cache-control', 'private, no-store');
}
