import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { DatabaseUnavailable } from '#db/unavailable.ts';
import { apiVersion } from '#lib/wire/api-versions.ts';
import type { Admitted } from '#platform/admission/admitted.ts';
import { QueueFull } from '#platform/admission/fair-queue.ts';
import { tokenFor } from '#platform/anti-forgery.ts';
import { presentedSessionId } from '#platform/auth/cookies.ts';
import { presentedSecret, rememberClient } from '#platform/auth/presented.ts';
import { viewerOf } from '#platform/auth/session.ts';
import type { Ctx, Services } from '#platform/context.ts';
import { makeCtx, newRequestId } from '#platform/ctx.ts';
import { type Entrance, isOfApi, usualSpelling } from '#platform/http/address.ts';
import { NodeRequest } from '#platform/http/node-request.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import { asProblem, plainProblem, problemReply } from '#platform/http/problem-reply.ts';
import { quotaHeaders, type ReadQuotas } from '#platform/http/quota.ts';
import type { Match } from '#platform/http/router.ts';
import { documentHeaders } from '#platform/http/security-headers.ts';
import { hasLeft, isGone, movedTo, send, setHeaders, setStatus } from '#platform/http/send.ts';
import type { RefusedForm, Reply } from '#platform/http/types.ts';
import { CachedPage } from '#platform/page-cache/cached-page.ts';
import { readingTogether } from '#platform/page-reads/read-together.ts';
import type { Reading } from '#platform/replicas/reading.ts';
import { visitor } from '#platform/viewer.ts';
import type { Site } from '#sites/schema.ts';
import { type AskedPage, cachedOrRendered, visitorsCaching } from './cached-pages.ts';
import type { RenderPage } from './edition.ts';
import { allowOtherSites, answerPreflight } from './other-sites.ts';
import { logRefusal } from './refusals.ts';
import { mayReadReplica, positionCookie, readingOf } from './replica-reads.ts';

/** What all requests of this process share. */
export interface Doors extends Entrance {
  readonly services: Services;
  readonly route: (method: string, path: string) => Match;
  /** of requests that read the API without a token; without it (tests, development) they are not counted */
  readonly reads?: ReadQuotas;
}

interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly request: NodeRequest;
  readonly ctx: Ctx;
  readonly render: RenderPage;
  readonly match: Match;
  readonly admitted: Admitted;
  /** null: what is requested is not a page that visitors share */
  readonly asked: AskedPage | null;
  /** null: it does not read from replicas */
  readonly reading: Reading | null;
}

/**
 * The table of routes, then the edition's pages. The same in production and development, which differ only in `render`. Never
 * rejects: a failure becomes a response and a log line.
 */
export async function serveRequest(
  doors: Doors,
  site: Site,
  render: RenderPage,
  message: IncomingMessage,
  response: ServerResponse,
  asked: AskedPage | null = null,
): Promise<void> {
  const requestId = newRequestId();
  response.setHeader('x-request-id', requestId);
  const opened = { message, response, requestId };
  try {
    const request = new NodeRequest(message, response, site.host, doors);
    const ctx = makeCtx(doors.services, site, visitor, requestId, request);
    if (answerPreflight(doors.route, request.path, message, response)) return;
    const match = doors.route(request.method, request.path);
    allowOtherSites(match, message, response);
    countRead(doors, request, match, response);
    const { admission } = doors.services;
    const client = admission.clients.of(presentedSecret(site, request), request.address);
    await admission.admit(client, request, (admitted) =>
      serveAdmitted(doors, {
        message,
        response,
        request,
        ctx,
        render,
        match,
        admitted,
        asked,
        reading: null,
      }),
    );
  } catch (error) {
    if (error instanceof QueueFull) {
      doors.services.metrics?.of.refusals.inc({ reason: 'busy' });
      refuse(opened);
    } else await fail(doors, undefined, opened, error);
  }
}

/** Names the version of the API, counts a request that reads it, and says what is left. Requests with tokens are counted by account. */
function countRead({ reads, services }: Doors, request: NodeRequest, match: Match, response: ServerResponse) {
  if (match.found !== 'endpoint' || !isOfApi(request.path)) return;
  response.setHeader('api-version', apiVersion);
  if (match.endpoint.scope) return;
  const quota = reads?.take(request.address, services.clock.now());
  if (quota) setHeaders(response, quotaHeaders([quota]));
}

/** Everything is computed here: the sender, the response, and the page that explains a failure. */
async function serveAdmitted(doors: Doors, anonymous: Exchange): Promise<void> {
  const { message, response, request, match, ctx } = anonymous;
  let exchange = anonymous;
  try {
    const { isShared, scope, ignoresCookies } = match.found === 'endpoint' ? match.endpoint : {};
    if (!scope && !ignoresCookies)
      exchange = { ...exchange, ctx: await recognise(doors, exchange, !isShared) };
    const { replicas } = ctx;
    if (replicas && !scope && mayReadReplica(request)) {
      const reading = await readingOf(exchange.ctx, request, replicas);
      exchange = { ...exchange, reading, ctx: reading.ctx };
    }
    await answer(exchange);
  } catch (error) {
    await fail(doors, exchange, { message, response, requestId: ctx.requestId }, error);
  } finally {
    logRefusal(exchange.ctx, request, response.statusCode);
  }
}

const refusalRetrySeconds = 10;

/** Too many wait, and most of them are this client's. Without a page, because a page is what there is no time for. */
function refuse({ message, response }: Opened): void {
  const problem = new Problem(
    503,
    'The site is very busy, and many requests from you or your network are waiting already. Try again in a few seconds.',
    { retryAfterSeconds: refusalRetrySeconds },
  );
  response.setHeader('retry-after', String(refusalRetrySeconds));
  response.setHeader('cache-control', 'no-store');
  if (isOfApi(message.url ?? '/')) void send(response, plainProblem(problem), message.method ?? 'GET');
  else endPlainly(response, problem.message, problem.status);
}

/** A request without cookies is a visitor's and takes no query. */
async function recognise(
  doors: Doors,
  { message, response, request, ctx }: Exchange,
  renews: boolean,
): Promise<Ctx> {
  if (!message.headers.cookie) return ctx;
  const { viewer, setCookies } = await viewerOf(doors.services, ctx.site, request, renews);
  rememberClient(doors.services, presentedSessionId(ctx.site, request), viewer);
  if (setCookies.length > 0) response.appendHeader('set-cookie', setCookies);
  return { ...ctx, viewer };
}

async function answer(exchange: Exchange): Promise<void> {
  const { request, ctx, match } = exchange;
  if (match.found === 'endpoint') {
    const reply = await match.endpoint.handle(ctx, request, match.params);
    const { isShared, scope, ignoresCookies } = match.endpoint;
    if (!isShared && !scope && !ignoresCookies) await rememberWrites(exchange);
    return deliver(exchange, reply);
  }
  if (request.method === 'GET' || request.method === 'HEAD') return showPage(exchange);
  if (match.found === 'nothing') throw notFound(`The address ${request.path}`);
  exchange.response.setHeader('allow', match.allow.join(', '));
  throw new Problem(405, `${request.path} takes ${match.allow.join(', ')}, not ${request.method}.`);
}

/** The user's next requests may not read from replicas that lack what this one has written. */
async function rememberWrites({ ctx, request, response, reading }: Exchange): Promise<void> {
  const { replicas } = ctx;
  if (!replicas) return;
  const hasWritten = mayReadReplica(request)
    ? ctx.viewer.accountId !== null && reading?.hasWritten() === true
    : request.method !== 'GET' && request.method !== 'HEAD';
  if (hasWritten) response.appendHeader('set-cookie', await positionCookie(ctx, request, replicas));
}

async function deliver(exchange: Exchange, reply: Reply): Promise<void> {
  const { response, request, admitted } = exchange;
  // a stream is sent at the client's pace
  if (reply.body instanceof Readable) admitted.leave();
  if (!reply.page) return send(response, reply, request.method);
  const { page, status, headers } = reply;
  setHeaders(response, headers);
  await showPage(exchange, { status, page });
}

/** Endpoints that Astro adds itself. None is used; files below /_astro are served before pages. */
const frameworkPath = /^\/_/;

/** After signing out, going back must not show pages made for the user. */
const pageCaching = ({ viewer }: Ctx) => (viewer.accountId === null ? visitorsCaching : personal);
const personal = 'private, no-store';

/** Renders a page. `instead` renders another page than the requested one, with the reason of a refusal. */
async function showPage(
  exchange: Exchange,
  instead?: Required<Pick<Reply, 'status' | 'page'>>,
): Promise<void> {
  const { message, response, request, ctx } = exchange;
  if (!instead && frameworkPath.test(request.path)) throw notFound(`The address ${request.path}`);
  if (!response.hasHeader('cache-control')) response.setHeader('cache-control', pageCaching(ctx));
  message.headers.host = new URL(request.origin).host; // so that the URL of pages does not depend on the Host header
  if (instead) {
    message.url = instead.page.path;
    message.method = request.method === 'HEAD' ? 'HEAD' : 'GET';
  }
  const page = await pageOf(exchange, instead);
  if (page instanceof CachedPage) return exchange.asked?.send(page, ctx.requestId);
  if (!instead) await rememberWrites(exchange);
  if (page === 'elsewhere') return;
  const isMissing = page === 'missing';
  const target = message.url ?? '/';
  // a page whose last segment is a name reports a name in other letters as missing itself; such names contain no escapes
  const isName = !isMissing && page.status === 404 && !target.includes('%');
  if (!instead && (isMissing || isName) && !isOfApi(request.path)) {
    const usual = usualSpelling(target);
    if (usual !== null) return send(response, movedTo(usual), request.method);
  }
  if (isMissing) {
    if (!instead) throw notFound(`The page ${request.path}`);
    endPlainly(response, instead.page.problem?.detail ?? 'Done.', instead.status);
    return;
  }
  setHeaders(response, documentHeaders);
  // the status of the rendered page would be that of the form: 200
  await send(response, instead ? { ...page, status: instead.status } : page, request.method);
}

/** The requested page, from the cache if it is one that visitors share. */
async function pageOf(exchange: Exchange, instead?: Required<Pick<Reply, 'status' | 'page'>>) {
  const { message, response, render, request, ctx, asked, admitted, match } = exchange;
  if (
    instead ||
    !asked ||
    match.found === 'endpoint' ||
    request.method !== 'GET' ||
    ctx.viewer.accountId !== null
  )
    return render(message, pageLocals(exchange, instead?.page), instead?.status);
  message.url = asked.target;
  // the theme in a visitor's cookie is no part of the page
  const forAll = { ...exchange, ctx: { ...ctx, viewer: visitor } };
  return cachedOrRendered(
    { ...asked, readAt: ctx.readAt },
    response,
    (work) => admitted.outside(work),
    ctx.clock.now(),
    () => render(message, pageLocals(forAll)),
  );
}

/** Shared by all requests: it only knows in which form a component is rendered. */
const inForm = new AsyncLocalStorage<RefusedForm>();

function pageLocals(exchange: Exchange, page?: Reply['page']): App.Locals {
  const { request, response } = exchange;
  const ctx = readingTogether(exchange.ctx);
  let token: string | undefined;
  return {
    ctx,
    origin: request.origin,
    problem: page?.problem,
    form: page?.form,
    inForm,
    once: page?.once,
    again: page?.again,
    // created when a page uses it: a page without a form needs no cookie
    get token() {
      if (token === undefined) {
        const issued = tokenFor(ctx, request);
        if (issued.setCookies.length > 0) response.appendHeader('set-cookie', issued.setCookies);
        response.setHeader('cache-control', personal);
        token = issued.token;
      }
      return token;
    },
  };
}

type Opened = Pick<Exchange, 'message' | 'response'> & { readonly requestId: string };

async function fail(
  { services }: Doors,
  exchange: Exchange | undefined,
  { message, response, requestId }: Opened,
  error: unknown,
): Promise<void> {
  const problem = asProblem(error, requestId);
  if (hasLeft(response) && (problem === error || isGone(error))) {
    services.log.debug({ requestId, method: message.method }, 'the client left before its answer');
    response.destroy();
    return;
  }
  logFailure(services.log, error, problem, { requestId, method: message.method, url: message.url });
  if (response.headersSent) {
    response.destroy();
    return;
  }
  try {
    const isApi = isOfApi(exchange?.request.path ?? message.url ?? '/');
    const reply = isApi ? plainProblem(problem) : problemReply(problem, message);
    if (exchange) await deliver(exchange, reply);
    else if (isApi) await send(response, reply, message.method ?? 'GET');
    else endPlainly(response, problem.message, problem.status);
  } catch (second) {
    services.log.error({ err: second, requestId }, 'the page that explains a failure failed');
    endPlainly(response, problem.message, problem.status);
  }
}

/** Bugs are logged with their stack. During an outage of the database every request fails: these have no stack. */
function logFailure(log: Services['log'], error: unknown, problem: Problem, request: object): void {
  if (problem === error) return;
  if (error instanceof DatabaseUnavailable)
    log.warn({ ...request, reason: error.message }, 'the database was not available');
  else log.error({ ...request, err: error }, 'request failed');
}

/** Used if even the error page cannot be rendered. */
function endPlainly(response: ServerResponse, text: string, status?: number): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (status !== undefined) setStatus(response, status);
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.end(`${text}\n`);
}
