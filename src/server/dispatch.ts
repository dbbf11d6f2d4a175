import type { IncomingMessage, ServerResponse } from 'node:http';
import { tokenFor } from '#platform/anti-forgery.ts';
import { viewerOf } from '#platform/auth/session.ts';
import type { Ctx, Services } from '#platform/context.ts';
import { makeCtx, newRequestId } from '#platform/ctx.ts';
import { NodeRequest } from '#platform/http/node-request.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import { asProblem, problemReply } from '#platform/http/problem-reply.ts';
import type { Match } from '#platform/http/router.ts';
import { documentHeaders, setSecurityHeaders } from '#platform/http/security-headers.ts';
import { send, setHeaders } from '#platform/http/send.ts';
import type { Reply } from '#platform/http/types.ts';
import { visitor } from '#platform/viewer.ts';
import type { Site } from '#sites/schema.ts';
import type { RenderPage } from './edition.ts';

/** What every request of this process shares. */
export interface Doors {
  readonly services: Services;
  readonly route: (method: string, path: string) => Match;
  readonly trustProxy: boolean;
}

interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly request: NodeRequest;
  readonly ctx: Ctx;
  readonly render: RenderPage;
}

/**
 * Doors 2 and 3 (house §2.8): the table of routes, then the edition's pages. The same for production and
 * development, which differ in `render` alone. Never rejects: a failure becomes an answer and a line in the log.
 */
export async function serveRequest(
  doors: Doors,
  site: Site,
  render: RenderPage,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestId = newRequestId();
  response.setHeader('x-request-id', requestId);
  setSecurityHeaders(response);
  let exchange: Exchange | undefined;
  try {
    const request = new NodeRequest(message, response, doors.trustProxy);
    const anonymous = makeCtx(doors.services, site, visitor, requestId);
    exchange = { message, response, request, ctx: anonymous, render };
    exchange = { ...exchange, ctx: await recognise(doors, exchange) };
    await answer(doors, exchange);
  } catch (error) {
    await fail(doors, exchange, { message, response, requestId }, error);
  }
}

/** Only a request with cookies can be anybody's: the others never cost a query. */
async function recognise(doors: Doors, { message, response, request, ctx }: Exchange): Promise<Ctx> {
  if (!message.headers.cookie) return ctx;
  const { viewer, setCookies } = await viewerOf(doors.services, ctx.site, request);
  if (setCookies.length > 0) response.appendHeader('set-cookie', setCookies);
  return { ...ctx, viewer };
}

async function answer(doors: Doors, exchange: Exchange): Promise<void> {
  const { request, ctx } = exchange;
  const match = doors.route(request.method, request.path);
  if (match.found === 'endpoint') {
    return deliver(exchange, await match.endpoint.handle(ctx, request, match.params));
  }
  if (request.method === 'GET' || request.method === 'HEAD') return showPage(exchange);
  if (match.found === 'nothing') throw notFound(`The address ${request.path}`);
  exchange.response.setHeader('allow', match.allow.join(', '));
  throw new Problem(405, `${request.path} takes ${match.allow.join(', ')}, not ${request.method}.`);
}

async function deliver(exchange: Exchange, reply: Reply): Promise<void> {
  const { response, request } = exchange;
  if (!reply.page) return send(response, reply, request.method);
  const { page, status, headers } = reply;
  setHeaders(response, headers);
  await showPage(exchange, { status, page });
}

/** Door 3. `instead` shows another page than the address asks for: the reason of a refusal. */
async function showPage(
  exchange: Exchange,
  instead?: Required<Pick<Reply, 'status' | 'page'>>,
): Promise<void> {
  const { message, response, render, request } = exchange;
  response.removeHeader('content-security-policy'); // pages bring their own
  setHeaders(response, documentHeaders);
  if (!response.hasHeader('cache-control')) response.setHeader('cache-control', 'private, no-cache');
  if (instead) {
    message.url = instead.page.path;
    message.method = request.method === 'HEAD' ? 'HEAD' : 'GET';
  }
  const page = await render(message, pageLocals(exchange, instead?.page), instead?.status);
  if (page === 'elsewhere') return;
  if (page === 'missing') {
    if (!instead) throw notFound(`The page ${request.path}`);
    endPlainly(response, instead.page.problem.detail, instead.status);
    return;
  }
  // the page's own status would be that of the page shown: 200 for a form
  await send(response, instead ? { ...page, status: instead.status } : page, request.method);
}

function pageLocals({ ctx, request, response }: Exchange, page?: Reply['page']): App.Locals {
  let token: string | undefined;
  return {
    ctx,
    origin: request.origin,
    problem: page?.problem,
    form: page?.form,
    // made when a page asks: a page without a form needs no cookie
    get token() {
      if (token === undefined) {
        const issued = tokenFor(ctx, request);
        if (issued.setCookies.length > 0) response.appendHeader('set-cookie', issued.setCookies);
        token = issued.token;
      }
      return token;
    },
  };
}

async function fail(
  { services }: Doors,
  exchange: Exchange | undefined,
  { message, response, requestId }: Pick<Exchange, 'message' | 'response'> & { requestId: string },
  error: unknown,
): Promise<void> {
  const problem = asProblem(error, requestId);
  if (problem !== error) {
    services.log.error({ err: error, requestId, method: message.method, url: message.url }, 'request failed');
  }
  if (response.headersSent) {
    response.destroy();
    return;
  }
  try {
    const reply = problemReply(problem, message);
    if (exchange) await deliver(exchange, reply);
    else endPlainly(response, problem.message, problem.status);
  } catch (second) {
    services.log.error({ err: second, requestId }, 'the page that explains a failure failed');
    endPlainly(response, problem.message, problem.status);
  }
}

/** When not even the error page can be shown. */
function endPlainly(response: ServerResponse, text: string, status?: number): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (status !== undefined) response.statusCode = status;
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.end(`${text}\n`);
}
