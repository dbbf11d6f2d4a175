import { defineMiddleware } from 'astro:middleware';
import { asProblem, isProblem } from '#platform/http/problem-reply.ts';

/**
 * Around every page. Sessions, tokens and headers are the server's business (src/server/dispatch.ts); what is left is
 * the failure of a page: a Problem thrown by a feature becomes the themed error page with the right status.
 */
export const onRequest = defineMiddleware(async (context, next) => {
  if (context.isPrerendered) return next();
  try {
    return await next();
  } catch (error) {
    const { ctx } = context.locals;
    const problem = asProblem(error, ctx.requestId);
    if (!isProblem(error)) {
      ctx.log.error({ err: error, requestId: ctx.requestId, url: context.url.pathname }, 'page failed');
    }
    if (context.locals.problem) throw error; // the error page itself failed
    context.locals.problem = problem.body;
    const page = await context.rewrite(problem.status < 500 ? '/404' : '/500');
    return new Response(page.body, { status: problem.status, headers: page.headers });
  }
});
