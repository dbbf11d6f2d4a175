import { type IncomingHttpHeaders, request } from 'node:http';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** as they were written */
  readonly headerNames: readonly string[];
  readonly bytes: Buffer;
  readonly text: string;
}

interface Ask {
  /** the Host header: fetch would drop it */
  host: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** One request to a server on this machine, under any host name. */
export function ask(port: number, path: string, { host, method = 'GET', headers = {}, body }: Ask) {
  return new Promise<HttpAnswer>((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path, method, headers: { host, ...headers }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            headerNames: response.rawHeaders.filter((_, at) => at % 2 === 0),
            bytes,
            text: bytes.toString(),
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
