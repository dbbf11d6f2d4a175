import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** How a process requests its own pages. */
export interface OwnServer {
  readonly port: number;
  /** null: it listens on every address of this machine */
  readonly bind: string | null;
  /** whether it believes what a proxy says of a request */
  readonly trustProxy: boolean;
  /** ends the wait for one page; by default after half a minute */
  readonly limit?: () => AbortSignal;
}

const longestMs = 30_000;

const ownHost = (bind: string | null): string =>
  bind === null || bind === '0.0.0.0' || bind === '::' ? '127.0.0.1' : bind;

/**
 * Requests a page of this process as a visitor, who comes through the proxy if there is one, and resolves to its HTML, or to '' if
 * there is no response in time. `marked`: headers to add.
 */
export const visit = (
  { protocol, host, pathname, search }: URL,
  { port, bind, trustProxy, limit = () => AbortSignal.timeout(longestMs) }: OwnServer,
  marked: Readonly<Record<string, string>> = {},
): Promise<string> =>
  new Promise((resolve) => {
    // without a proxy, the log would say that there is one
    const forwarded = trustProxy && { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host };
    const headers = { ...marked, host, ...forwarded, accept: 'text/html' };
    const target = { host: ownHost(bind), port, path: pathname + search, headers, signal: limit() };
    const sent = request(target, (response) => {
      text(response).then(resolve, () => resolve(''));
    });
    sent.on('error', () => resolve('')).end();
  });
