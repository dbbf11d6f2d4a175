import { Readable } from 'node:stream';
import { app } from '#app.ts';
import type { UploadAnalysis, UploadProblem, UploadResult } from '#features/tracks/file/analysis.ts';
import { accountToken, tokenField, tokenHeader } from '#platform/anti-forgery.ts';
import { cookieName } from '#platform/auth/cookies.ts';
import { signIn } from '#platform/auth/session.ts';
import { Problem } from '#platform/http/problem.ts';
import { makeRouter, type RouteTable } from '#platform/http/router.ts';
import type { HttpRequest, Reply } from '#platform/http/types.ts';
import type { TestCtx } from './ctx.ts';

interface PostOptions {
  headers?: Record<string, string>;
  form?: FormData | URLSearchParams;
  /** null sends none */
  token?: string | null;
  /** the body is sent in pieces of this size */
  chunkBytes?: number;
  /** false: without a length, like a program that generates the form while sending it */
  announced?: boolean;
  /** the connection breaks after this many bytes */
  breaksAfter?: number;
}

export interface Answered {
  status: number;
  headers: NonNullable<Reply['headers']>;
  body: Buffer;
  page?: Reply['page'];
  problem?: UploadProblem;
  json<T>(): T;
}

/** A signed-in user who sends files to the track endpoints, as a browser would. */
export class Uploader {
  readonly ctx: TestCtx;
  address = '192.0.2.7';
  readonly #sessionId: string;
  readonly #route: ReturnType<typeof makeRouter>;

  private constructor(ctx: TestCtx, sessionId: string, routes: RouteTable) {
    this.ctx = ctx;
    this.#sessionId = sessionId;
    this.#route = makeRouter(routes);
  }

  static async of(ctx: TestCtx, routes: RouteTable = app.routes): Promise<Uploader> {
    const { accountId } = ctx.viewer;
    if (accountId === null) return new Uploader(ctx, '', routes);
    const { sessionId } = await signIn(ctx, { cookies: {}, secure: false }, accountId);
    return new Uploader(ctx, sessionId, routes);
  }

  async ask(
    method: string,
    target: string,
    {
      headers = {},
      form,
      token,
      chunkBytes = Number.POSITIVE_INFINITY,
      announced = true,
      breaksAfter = Number.POSITIVE_INFINITY,
    }: PostOptions = {},
  ): Promise<Answered> {
    const [path = '', search = ''] = target.split('?');
    const match = this.#route(method, path);
    if (match.found !== 'endpoint') throw new Error(`${method} ${path} is not in the table.`);
    const sent = token === undefined ? accountToken(this.ctx, this.ctx.viewer.accountId ?? 0) : token;
    const body = new Response(form && sent !== null ? withToken(form, sent) : (form ?? null));
    const bytes = Buffer.from(await body.arrayBuffer());
    const request: HttpRequest = {
      method,
      path,
      query: new URLSearchParams(search),
      headers: {
        accept: 'application/json',
        ...(form && { 'content-type': body.headers.get('content-type') ?? '' }),
        ...(form && announced && { 'content-length': String(bytes.length) }),
        ...headers,
      },
      cookies: { [cookieName('session', this.ctx.site, false)]: this.#sessionId },
      address: this.address,
      secure: false,
      origin: `http://${this.ctx.site.host}`,
      body: Readable.from(inPieces(bytes, chunkBytes, breaksAfter)),
      signal: new AbortController().signal,
    };
    try {
      return await answered(await match.endpoint.handle(this.ctx, request, match.params));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { ...(await answered({ status: error.status })), problem: error.body };
    }
  }

  async analyse(file: Buffer, name = 'a.Challenge.Gbx'): Promise<Answered & { analysis: UploadAnalysis }> {
    const form = new FormData();
    form.append('TrackFile', new File([new Uint8Array(file)], name));
    const answer = await this.ask('POST', '/trackupload/analyse', { form });
    return { ...answer, analysis: answer.status === 200 ? answer.json() : ({} as UploadAnalysis) }; // tests check the status first
  }

  /** The key of a file without errors. */
  async key(file: Buffer): Promise<string> {
    const { analysis, problem } = await this.analyse(file);
    if (!analysis.UploadKey) throw new Error(`Refused: ${JSON.stringify(problem ?? analysis.Issues)}`);
    return analysis.UploadKey;
  }

  async publish(
    fields: Record<string, string | Buffer>,
    options: PostOptions & { path?: string } = {},
  ): Promise<Answered & { results: UploadResult[] }> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, new File([new Uint8Array(value)], `${name.replace(/\W/g, '')}.Challenge.Gbx`));
    }
    const answer = await this.ask('POST', options.path ?? '/trackupload', { ...options, form });
    const results = answer.body.length > 0 ? answer.json<{ Results: UploadResult[] }>().Results : [];
    return { ...answer, results };
  }

  tokenHeader(): Record<string, string> {
    return { [tokenHeader]: accountToken(this.ctx, this.ctx.viewer.accountId ?? 0) };
  }
}

/** Valid settings of one entry. */
export const entry = (index: number, own: Record<string, string | Buffer>) =>
  Object.fromEntries(
    Object.entries({ TrackName: 'Floodlight', Difficulty: '1', Tags: '7', ...own }).map(([name, value]) => [
      `TrackEntries[${index}].${name}`,
      value,
    ]),
  );

function* inPieces(bytes: Buffer, size: number, breaksAfter: number) {
  for (let at = 0; at < bytes.length; at += size) {
    if (at + size > breaksAfter) throw new Error('The connection broke.');
    yield bytes.subarray(at, at + size);
  }
}

/** The form with the token as its first field, where the server expects it. */
function withToken(form: FormData | URLSearchParams, token: string): FormData | URLSearchParams {
  const whole = form instanceof FormData ? new FormData() : new URLSearchParams();
  whole.append(tokenField, token);
  for (const [name, value] of form.entries()) {
    if (typeof value === 'string') whole.append(name, value);
    else if (whole instanceof FormData) whole.append(name, value);
  }
  return whole;
}

async function answered(reply: Reply): Promise<Answered> {
  const { body } = reply;
  const bytes = body instanceof Readable ? Buffer.concat(await body.toArray()) : Buffer.from(body ?? '');
  return {
    status: reply.status,
    headers: reply.headers ?? {},
    body: bytes,
    page: reply.page,
    json: () => JSON.parse(bytes.toString()),
  };
}
