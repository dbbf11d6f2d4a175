import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** The address of this machine at which a server that listens on `bind` is reached. */
export const ownHost = (bind: string | null): string =>
  bind === null || bind === '0.0.0.0' || bind === '::' ? '127.0.0.1' : bind;

/**
 * Requests a page of this process as a visitor, through the same proxy if there was one, and resolves to its HTML. A failure is logged
 * where the page is made, and resolves to ''. `marked`: headers to add.
 */
export const visit = (
  { protocol, host, pathname, search }: URL,
  own: string,
  port: number,
  marked: Readonly<Record<string, string>> = {},
): Promise<string> =>
  new Promise((resolve) => {
    const forwarded = { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host };
    const headers = { ...marked, host, ...forwarded, accept: 'text/html' };
    const sent = request({ host: own, port, path: pathname + search, headers }, (response) => {
      text(response).then(resolve, () => resolve(''));
    });
    sent.on('error', () => resolve('')).end();
  });
