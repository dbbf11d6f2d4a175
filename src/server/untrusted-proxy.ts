import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import { type Entrance, forwardedHeaders } from '#platform/http/address.ts';

/**
 * Says once in the log that a proxy forwards requests while TRUST_PROXY is off: all visitors then share the proxy's address, and
 * with it their rate limits.
 */
export function untrustedProxyNotice(
  { trustProxy }: Pick<Entrance, 'trustProxy'>,
  log: Pick<Logger, 'warn'>,
): (headers: IncomingHttpHeaders) => void {
  let isDone = trustProxy;
  return (headers) => {
    if (isDone) return;
    const header = forwardedHeaders.find((name) => headers[name] !== undefined);
    if (header === undefined) return;
    isDone = true;
    log.warn(
      { header },
      'a request has a header of a proxy, and TRUST_PROXY is off: set TRUST_PROXY=on if the proxy is yours',
    );
  };
}
