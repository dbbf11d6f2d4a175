import { request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Fetched {
  readonly status: number;
  readonly text: string;
  readonly cookies: readonly string[];
}

/** Node's fetch resolves no *.localhost, so this connects to the loopback address. */
export async function fetchText(
  origin: string,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Fetched> {
  const { host, port } = new URL(origin);
  const form = options.body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  return new Promise((resolve, reject) => {
    const headers = { ...form, ...options.headers, host };
    const { method = 'GET' } = options;
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      text(response).then(
        (body) =>
          resolve({
            status: response.statusCode ?? 0,
            text: body,
            cookies: response.headers['set-cookie'] ?? [],
          }),
        reject,
      );
    });
    sent.on('error', reject).end(options.body);
  });
}
