import { randomInt } from 'node:crypto';
import http from 'node:http';
import { tokenField, tokenHeader } from '#platform/anti-forgery.ts';
import type { Tally } from './tally.ts';

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: { readonly type: string; readonly bytes: Buffer };
  /** statuses of a healthy site; 200 by default */
  readonly expected?: readonly number[];
}

const agent = new http.Agent({ keepAlive: true, maxFreeSockets: 32 });

const randomAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

/** A browser with its own address, cookies, token and forms. Every request is counted. */
export class Person {
  readonly address: string;
  readonly #cookies = new Map<string, string>();
  readonly #port: number;
  readonly #host: string;
  readonly #tally: Tally;
  /** of the last viewer response; '' for a visitor */
  name = '';
  password = '';
  token = '';
  lastCommentAt = 0;

  constructor(port: number, host: string, tally: Tally, address = randomAddress()) {
    this.address = address;
    this.#port = port;
    this.#host = host;
    this.#tally = tally;
  }

  /** Headers of this browser, also for requests sent by hand. */
  headers(): Record<string, string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return {
      host: this.#host,
      'x-forwarded-for': this.address,
      origin: `http://${this.#host}`,
      ...(cookie && { cookie }),
    };
  }

  /** Fetches a fresh token; false if the site could not answer. */
  async refresh(): Promise<boolean> {
    const answer = await this.ask('viewer', '/api/viewer', { headers: { accept: 'application/json' } });
    if (answer === null) return false;
    this.token = JSON.parse(answer.body.toString()).RequestVerificationToken;
    return true;
  }

  /** Sends a form; null if the response was not as expected. */
  async post(
    kind: string,
    path: string,
    form: Record<string, string>,
    expected?: readonly number[],
  ): Promise<Answer | null> {
    if (this.token === '' && !(await this.refresh())) return null;
    const text = new URLSearchParams({ [tokenField]: this.token, ...form }).toString();
    const body = { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(text) };
    return this.ask(kind, path, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body,
      ...(expected && { expected }),
    });
  }

  /** Sends a form with files; the token comes first and as a header. */
  async postFiles(
    kind: string,
    path: string,
    form: FormData,
    expected?: readonly number[],
  ): Promise<Answer | null> {
    if (this.token === '' && !(await this.refresh())) return null;
    const body = await this.multipart(form);
    return this.ask(kind, path, {
      method: 'POST',
      headers: { accept: 'application/json', [tokenHeader]: this.token },
      body,
      ...(expected && { expected }),
    });
  }

  async multipart(form: FormData): Promise<{ type: string; bytes: Buffer }> {
    const whole = new FormData();
    whole.append(tokenField, this.token);
    for (const [name, value] of form) whole.append(name, value);
    const response = new Response(whole);
    return {
      type: response.headers.get('content-type') ?? '',
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  }

  /** Sends one counted request; null if the response was not as expected. */
  async ask(kind: string, path: string, options: Ask = {}): Promise<Answer | null> {
    const { method = 'GET', expected = [200] } = options;
    const from = Date.now();
    const result = await this.#send(path, options).catch((error: Error) => error);
    const answer = result instanceof Error ? null : result;
    const ok = answer !== null && expected.includes(answer.status);
    const isText = /json|html|text/.test(String(answer?.headers['content-type']));
    this.#tally.record({
      kind,
      what: `${method} ${path}`,
      from,
      to: Date.now(),
      status: answer?.status ?? null,
      hasRetryAfter: answer?.headers['retry-after'] !== undefined,
      ok,
      detail: ok
        ? ''
        : result instanceof Error
          ? result.message
          : isText
            ? result.body.toString().slice(0, 300)
            : '',
    });
    return ok ? answer : null;
  }

  #send(path: string, { method = 'GET', headers = {}, body }: Ask): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const isRead = method === 'GET';
      const request = http.request({
        host: '127.0.0.1',
        port: this.#port,
        method,
        path,
        agent: isRead ? agent : false,
        headers: {
          ...this.headers(),
          ...headers,
          ...(body && { 'content-type': body.type, 'content-length': String(body.bytes.length) }),
        },
      });
      const timer = setTimeout(
        () => request.destroy(new Error('It hangs.')),
        this.#tally.patience.answerMs + 2000,
      );
      const fail = (error: Error) => {
        clearTimeout(timer);
        // the server may close an idle connection at any time
        const isStale = isRead && request.reusedSocket && /ECONNRESET|socket hang up/.test(`${error}`);
        if (isStale) this.#send(path, { method, headers }).then(resolve, reject);
        else reject(error);
      };
      request.once('error', fail);
      request.once('response', (response) => {
        for (const line of response.headers['set-cookie'] ?? []) this.#keep(line);
        response.toArray().then((chunks: Buffer[]) => {
          clearTimeout(timer);
          if (!response.complete) reject(new Error('The response was cut short.'));
          else
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks),
            });
        }, fail);
      });
      request.end(body?.bytes);
    });
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';');
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(pair.indexOf('=') + 1);
    if (value === '' || /;\s*max-age=0(;|$)/i.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

/** Closes idle connections. */
export const closeConnections = (): void => agent.destroy();
