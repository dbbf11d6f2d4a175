import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { publicRemote } from '#platform/remote/public-remote.ts';

/** A public address that tests pretend to reach: the local server responds for it. */
export const publicAddress = '93.184.216.34';
export const otherPublicAddress = '2606:2800:220:1:248:1893:25c8:1946';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A local server that represents every public host. It listens on loopback, which must not be reached. Connections to public
 * addresses are redirected to it; connections to any other address are really made, on the same port. So each connection to a
 * non-public address is counted as an unexpected one.
 */
export async function remoteWorld() {
  let answer: Answer = (_, response) => response.end();
  const seen = { connections: 0, requests: [] as string[] };
  const dialled: string[] = [];
  const resolved: string[] = [];
  const names = new Map<string, (() => readonly string[]) | readonly string[]>();
  const server = createServer((request, response) => {
    seen.requests.push(`${request.headers.host} ${request.url}`);
    answer(request, response);
  });
  server.on('connection', () => {
    seen.connections += 1;
  });
  await new Promise<void>((done) => server.listen({ host: '::', port: 0, ipv6Only: false }, done));
  const port = (server.address() as AddressInfo).port; // a TCP server has one
  const remote = publicRemote({
    userAgent: 'Paddock (tests)',
    ports: new Set(['', String(port)]),
    resolve: async (host) => {
      resolved.push(host);
      const answer = names.get(host);
      if (!answer) throw Object.assign(new Error(`queryA ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
      return typeof answer === 'function' ? answer() : answer;
    },
    dial: (address, wanted) => {
      dialled.push(address);
      const isPublic = address === publicAddress || address === otherPublicAddress;
      return connect(isPublic ? { host: '127.0.0.1', port } : { host: address, port: wanted });
    },
  });
  return {
    remote,
    port,
    seen,
    dialled,
    resolved,
    /** what the name server returns; a function is called each time */
    name: (host: string, addresses: (() => readonly string[]) | readonly string[]) =>
      names.set(host, addresses),
    answers: (given: Answer) => {
      answer = given;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}
