import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  bytes: Buffer;
}

interface Wish {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer | undefined;
}

/**
 * Asks the server without a browser. Node's fetch neither resolves *.localhost nor sends a Host of ours, so this
 * connects to the loopback address and names the host itself. Redirects are answers, not followed.
 */
export function send(origin: string, path: string, wish: Wish = {}): Promise<Answer> {
  const { host, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: wish.method ?? 'GET',
        headers: { ...wish.headers, host },
        agent: false, // a kept connection may be closed by the server just as it is used again
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
    asked.on('error', reject);
    asked.end(wish.body);
  });
}
