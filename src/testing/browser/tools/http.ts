import { type IncomingHttpHeaders, request } from 'node:http';
import { request as requestOverTls } from 'node:https';
import { buffer } from 'node:stream/consumers';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  bytes: Buffer;
}

interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer | undefined;
}

/**
 * Sends a request without a browser. Node's fetch neither resolves *.localhost nor sends our Host header, so this
 * connects to the loopback address and sets the header itself. Redirects are returned, not followed.
 */
export function send(origin: string, path: string, options: RequestOptions = {}): Promise<Answer> {
  const { protocol, host, hostname, port } = new URL(origin);
  const isSecure = protocol === 'https:';
  return new Promise((resolve, reject) => {
    const sent = (isSecure ? requestOverTls : request)(
      {
        host: '127.0.0.1',
        port,
        ...(isSecure && { servername: hostname, rejectUnauthorized: false }), // a test's own certificate
        path,
        method: options.method ?? 'GET',
        headers: { ...options.headers, host },
        agent: false, // the server may close a reused connection at the same moment
      },
      (answer) => {
        buffer(answer).then(
          (bytes) =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text: bytes.toString(),
              bytes,
            }),
          reject,
        );
      },
    );
    sent.on('error', reject);
    sent.end(options.body);
  });
}
