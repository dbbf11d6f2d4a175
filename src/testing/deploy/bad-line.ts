import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a line misbehaves; each of them must be noticed and tried again. */
const lies: readonly ((response: ServerResponse) => void)[] = [
  (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Please wait</h1>'),
  (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(''),
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"More":false,"Results":"x"}'),
  (response) => response.writeHead(429, { 'retry-after': '0' }).end('slower'),
  (response) => response.writeHead(503).end('busy'),
  (response) => void response.destroy(),
];

const isFile =
  /^\/(?:trackgbx|recordgbx|trackshow\/\d+\/image|trackpackshow\/\d+\/thumb|users\/(?:avatar|banner))\//;

interface BadLine {
  readonly port: number;
  /** paths of files that were sent completely and unchanged */
  readonly sentFiles: readonly string[];
  readonly counts: {
    requests: number;
    bytes: number;
    cut: number;
    stalled: number;
    lied: number;
    spoilt: number;
  };
  /** called for each request */
  onRequest: () => void;
  /** from now on it works */
  mend(): void;
  close(): void;
}

/** A proxy before a server on this machine: of `every` requests one is cut, answered wrongly, or spoilt; a few stall. */
export async function badLine(upstream: number, random: () => number, every: number): Promise<BadLine> {
  const sentFiles: string[] = [];
  const counts = { requests: 0, bytes: 0, cut: 0, stalled: 0, lied: 0, spoilt: 0 };
  let isBad = true;
  let stallsLeft = 2; // each takes as long as the mirror waits for a byte
  const forward = (
    incoming: IncomingMessage,
    response: ServerResponse,
    how: 'whole' | 'cut' | 'stalled' | 'spoilt',
  ) => {
    const { url = '', headers, method } = incoming;
    const onward = request(
      { host: '127.0.0.1', port: upstream, path: url, method, headers, agent: false },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', () => response.destroy());
        answer.on('end', () => {
          const body = Buffer.concat(chunks);
          counts.bytes += body.length;
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          if (how === 'cut' || how === 'stalled') {
            response.write(body.subarray(0, body.length / 2));
            if (how === 'cut') setTimeout(() => response.destroy(), 5);
            return;
          }
          if (how === 'spoilt') body[body.length - 1] = (body.at(-1) ?? 0) ^ 1;
          response.end(body);
          if (isFile.test(url) && answer.statusCode === 200 && how === 'whole')
            response.on('finish', () => sentFiles.push(url));
        });
      },
    );
    onward.on('error', () => response.destroy());
    onward.end();
  };
  const server = createServer((incoming, response) => {
    counts.requests += 1;
    line.onRequest();
    // the description of the API is read once: without it, the source is one without our fields
    if (!isBad || random() * every >= 1 || incoming.url === '/api/openapi')
      return forward(incoming, response, 'whole');
    const chosen = Math.floor(random() * 4);
    if (chosen === 0 && stallsLeft > 0) {
      stallsLeft -= 1;
      counts.stalled += 1;
      forward(incoming, response, 'stalled');
    } else if (chosen === 1) {
      counts.cut += 1;
      forward(incoming, response, 'cut');
    } else if (chosen === 2 && /^\/(?:trackgbx|recordgbx)\//.test(incoming.url ?? '')) {
      counts.spoilt += 1;
      forward(incoming, response, 'spoilt');
    } else {
      counts.lied += 1;
      lies[Math.floor(random() * lies.length)]?.(response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const line: BadLine = {
    port: (server.address() as AddressInfo).port, // it listens on TCP
    sentFiles,
    counts,
    onRequest: () => {},
    mend() {
      isBad = false;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return line;
}
