import http from 'node:http';
import { tokenHeader } from '#platform/anti-forgery.ts';

export interface Answer {
  status: number;
  body: Buffer;
}

/** A client with cookies and a token. Each request resolves with the response, or rejects because the server is gone. */
export class Visitor {
  readonly #port: number;
  readonly #host: string;
  readonly #cookies = new Map<string, string>();
  #token = '';

  constructor(port: number, host: string) {
    this.#port = port;
    this.#host = host;
  }

  async register(name: string): Promise<void> {
    const first = JSON.parse((await this.get('/api/viewer')).body.toString());
    this.#token = first.RequestVerificationToken;
    const form = new URLSearchParams({
      Name: name,
      Email: `${name}@example.test`,
      Password: 'a long enough phrase',
    });
    const answer = await this.post('/register', form);
    const body = JSON.parse(answer.body.toString());
    if (answer.status !== 200) throw new Error(`${name} could not register: ${body.detail}`);
    this.#token = body.RequestVerificationToken;
  }

  get(path: string): Promise<Answer> {
    return this.#send('GET', path, {}, null);
  }

  async post(path: string, form: FormData | URLSearchParams): Promise<Answer> {
    const body = new Response(form);
    // as a header, because a token in a form must come before its files
    const headers = { 'content-type': body.headers.get('content-type') ?? '', [tokenHeader]: this.#token };
    return this.#send('POST', path, headers, Buffer.from(await body.arrayBuffer()));
  }

  #send(method: string, path: string, more: Record<string, string>, body: Buffer | null): Promise<Answer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      host: this.#host,
      accept: 'application/json',
      ...(cookie && { cookie }),
      ...(body && { 'content-length': body.length }),
      ...more,
    };
    return new Promise((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port: this.#port,
        method,
        path,
        headers,
        agent: false,
        timeout: 30_000,
      };
      const request = http.request(options, (response) => {
        for (const line of response.headers['set-cookie'] ?? []) {
          const [pair = ''] = line.split(';');
          this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
        }
        response.toArray().then(
          (chunks) =>
            // an incomplete body is not a response
            response.complete
              ? resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) })
              : reject(new Error('cut short')),
          reject,
        );
      });
      request.on('timeout', () => request.destroy(new Error('no answer')));
      request.on('error', reject);
      request.end(body);
    });
  }
}
