import { defineMiddleware } from 'astro:middleware';
import { DatabaseUnavailable } from '#db/unavailable.ts';
import { Problem } from '#platform/http/problem.ts';
import { asProblem, retryAfter } from '#platform/http/problem-reply.ts';

const errorPages = new Set(['/404', '/500']);

/**
 * Runs around every page. The server (src/server/dispatch.ts) handles sessions, tokens and headers; this handles failures: a
 * Problem thrown by a feature becomes the themed error page with the right status.
 */
export const onRequest = defineMiddleware(async (context, next) => {
  if (context.isPrerendered) return next();
  try {
    return await next();
  } catch (error) {
    const { ctx } = context.locals;
    const problem = asProblem(error, ctx.requestId);
    if (error instanceof DatabaseUnavailable) {
      ctx.log.warn({ reason: error.message, requestId: ctx.requestId }, 'the database was not available');
    } else if (!(error instanceof Problem)) {
      ctx.log.error({ err: error, requestId: ctx.requestId, url: context.url.pathname }, 'page failed');
    }
    if (errorPages.has(context.url.pathname)) throw error;
    context.locals.problem = problem.body;
    const page = await context.rewrite(problem.status < 500 ? '/404' : '/500');
    const headers = new Headers(page.headers);
    for (const [name, value] of Object.entries(retryAfter(problem))) headers.set(name, value);
    return new Response(page.body, { status: problem.status, headers });
  }
});
