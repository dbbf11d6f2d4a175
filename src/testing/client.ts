import { Readable } from 'node:stream';
import { parseSetCookie } from 'cookie';
import type { ProblemBody } from '#lib/wire/problem.ts';
import { tokenField } from '#platform/anti-forgery.ts';
import { viewerOf } from '#platform/auth/session.ts';
import { Problem } from '#platform/http/problem.ts';
import { asProblem } from '#platform/http/problem-reply.ts';
import { makeRouter, type RouteTable } from '#platform/http/router.ts';
import type { HttpRequest, Reply } from '#platform/http/types.ts';
import { siteByCode } from '#sites/all.ts';
import type { TestCtx } from './ctx.ts';

interface Send {
  form?: Record<string, string>;
  /** sent as application/json */
  json?: unknown;
  /** sent as it is */
  text?: string;
  headers?: Record<string, string>;
  /** the form's token: fetched by default; null sends none */
  token?: string | null;
}

/** A response; a thrown Problem is included as the server would send it. */
export interface Answer extends Reply {
  readonly setCookies: string[];
  readonly problem?: ProblemBody;
  json<T>(): T;
}

/** A browser with cookies that calls endpoints as the server does, without a server. */
export class Client {
  readonly ctx: TestCtx;
  readonly cookies = new Map<string, string>();
  address = '192.0.2.1';
  secure = false;
  /** of all its requests; aborted when it leaves */
  signal = new AbortController().signal;
  readonly #route: ReturnType<typeof makeRouter>;

  constructor(ctx: TestCtx, table: RouteTable) {
    this.ctx = ctx;
    this.#route = makeRouter(table);
  }

  /** Another browser of the same installation. */
  on(site: string, table: RouteTable): Client {
    return new Client({ ...this.ctx, site: siteByCode(this.ctx.sites, site) }, table);
  }

  async token(): Promise<string> {
    const answer = await this.send('GET', '/api/viewer');
    return answer.json<{ RequestVerificationToken: string }>().RequestVerificationToken;
  }

  /** The viewer of this browser according to the server. */
  async viewer() {
    return (await viewerOf(this.ctx, this.ctx.site, this.#sender())).viewer;
  }

  async post(path: string, form: Record<string, string>, options: Omit<Send, 'form'> = {}): Promise<Answer> {
    const token = options.token === undefined ? await this.token() : options.token;
    return this.send('POST', path, {
      ...options,
      form: token === null ? form : { ...form, [tokenField]: token },
    });
  }

  /** Signs in. Throws if that is refused: a test of what ends a session needs one that had begun. */
  async signIn(form: Record<string, string>): Promise<Answer> {
    const answer = await this.post('/login', form);
    if (answer.problem || answer.json<{ User: object | null }>().User === null)
      throw new Error(`Signing in was refused: ${answer.problem?.detail ?? String(answer.body)}`);
    return answer;
  }

  async send(
    method: string,
    target: string,
    { form, json, text = json === undefined ? '' : JSON.stringify(json), headers = {} }: Send = {},
  ): Promise<Answer> {
    const [path = '', search = ''] = target.split('?');
    const { viewer, setCookies } = await viewerOf(this.ctx, this.ctx.site, this.#sender());
    const match = this.#route(method, path);
    if (match.found !== 'endpoint') throw new Error(`${method} ${path} is not in the table.`);
    const body = form ? new URLSearchParams(form).toString() : text;
    const request: HttpRequest = {
      ...this.#sender(),
      method,
      path,
      query: new URLSearchParams(search),
      headers: {
        accept: 'application/json',
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      address: this.address,
      origin: `http://${this.ctx.site.host}`,
      body: Readable.from(body ? [Buffer.from(body)] : []),
      signal: this.signal,
    };
    let reply: Reply & { problem?: ProblemBody };
    try {
      reply = await match.endpoint.handle({ ...this.ctx, viewer, client: request }, request, match.params);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const problem = asProblem(error, 'test').body;
      reply = { status: problem.status, problem };
    }
    const cookies = [...setCookies, ...[reply.headers?.['set-cookie'] ?? []].flat()];
    this.#keep(cookies);
    return { ...reply, setCookies: cookies, json: () => JSON.parse(String(reply.body)) };
  }

  #sender() {
    return { cookies: Object.fromEntries(this.cookies), secure: this.secure };
  }

  #keep(lines: readonly string[]): void {
    for (const line of lines) {
      const { name, value, maxAge } = parseSetCookie(line);
      if (maxAge === 0 || !value) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}
