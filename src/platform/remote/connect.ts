import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { hostOf } from './address.ts';

/** Opens a TCP connection to an address, which is never a name. */
export type Dial = (address: string, port: number) => Socket;

export const dial: Dial = (host, port) => connectTcp({ host, port });

const addressesTried = 3;
const connectTimeoutMs = 4_000;

/**
 * Connects to the first of these addresses that responds, with TLS if the URL requires it. Nothing is resolved here: the
 * addresses were checked. The certificate must belong to the host of the URL, whose name is sent as SNI.
 */
export async function connect(
  url: URL,
  addresses: readonly string[],
  open: Dial,
  signal: AbortSignal,
): Promise<Socket> {
  let failure: unknown;
  for (const address of addresses.slice(0, addressesTried)) {
    try {
      return await connectTo(
        url,
        address,
        open,
        AbortSignal.any([signal, AbortSignal.timeout(connectTimeoutMs)]),
      );
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
    }
  }
  throw failure;
}

async function connectTo(url: URL, address: string, open: Dial, signal: AbortSignal): Promise<Socket> {
  const isSecure = url.protocol === 'https:';
  const plain = open(address, Number(url.port || (isSecure ? 443 : 80)));
  plain.on('error', () => {}); // reported by `once`, and later by the request
  try {
    await once(plain, 'connect', { signal });
    if (!isSecure) return plain;
    const host = hostOf(url);
    const name = isIP(host) ? {} : { servername: host };
    const secure = connectTls({
      socket: plain,
      host,
      ...name,
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
    });
    secure.on('error', () => {});
    await once(secure, 'secureConnect', { signal });
    return secure;
  } catch (error) {
    plain.destroy();
    throw error;
  }
}
