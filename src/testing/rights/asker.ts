import { Readable } from 'node:stream';
import { app } from '#app.ts';
import { accountToken, freshVisitorToken, tokenField } from '#platform/anti-forgery.ts';
import { cookieName } from '#platform/auth/cookies.ts';
import { Problem } from '#platform/http/problem.ts';
import { makeRouter } from '#platform/http/router.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import type { TestCtx } from '#testing/ctx.ts';

const route = makeRouter(app.routes);

export interface Requested {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string | Buffer>>;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly location: string;
}

/** Cookies and token of a browser. The session is only a name here: `ctx` contains the viewer. */
function browserOf(ctx: TestCtx): { cookies: Record<string, string>; token: string } {
  if (ctx.viewer.accountId !== null) {
    const sessionId = 'a'.repeat(40);
    return {
      cookies: { [cookieName('session', ctx.site, false)]: sessionId },
      token: accountToken(ctx, ctx.viewer.accountId),
    };
  }
  const { token, setCookies } = freshVisitorToken(ctx, { cookies: {}, secure: false });
  const [name = '', value = ''] = setCookies[0]?.split(';')[0]?.split('=') ?? [];
  return { cookies: { [name]: value }, token };
}

function bodyOf(form: Requested['form'], token: string): Response {
  if (!form) return new Response(null);
  const entries = Object.entries(form);
  const hasFile = entries.some(([, value]) => typeof value !== 'string');
  const body = hasFile ? new FormData() : new URLSearchParams();
  body.append(tokenField, token);
  for (const [name, value] of entries) {
    if (typeof value === 'string') body.append(name, value);
    else if (body instanceof FormData)
      body.append(name, new File([new Uint8Array(value)], 'next.Challenge.Gbx'));
  }
  return new Response(body);
}

/** Sends one request through the table of routes; everything in it is valid except, perhaps, the permissions. */
export async function ask(ctx: TestCtx, { method, path, query = {}, form }: Requested): Promise<Answer> {
  const match = route(method, path);
  if (match.found !== 'endpoint') throw new Error(`${method} ${path} is not in the table.`);
  const { cookies, token } = browserOf(ctx);
  const body = bodyOf(method === 'GET' ? undefined : (form ?? {}), token);
  const type = body.headers.get('content-type');
  const request: HttpRequest = {
    method,
    path,
    query: new URLSearchParams(query),
    headers: { accept: 'application/json', ...(type && { 'content-type': type }) },
    cookies,
    address: '192.0.2.9',
    secure: false,
    origin: `http://${ctx.site.host}`,
    body: Readable.from(Buffer.from(await body.arrayBuffer())),
    signal: new AbortController().signal,
  };
  try {
    const reply = await match.endpoint.handle(ctx, request, match.params);
    const text =
      reply.body instanceof Readable
        ? Buffer.concat(await reply.body.toArray()).toString('latin1')
        : String(reply.body ?? '');
    return { status: reply.status, text, location: String(reply.headers?.location ?? '') };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { status: error.status, text: error.message, location: '' };
  }
}
