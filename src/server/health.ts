import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Health } from '#platform/health/health.ts';
import { json, send } from '#platform/http/send.ts';
import type { Endpoint, Reply } from '#platform/http/types.ts';
import { basePaths } from '#routes/base.ts';

/** For load balancers: 503 without the database; otherwise 200, with the degraded parts. */
async function healthReply(health: Health): Promise<Reply> {
  const report = await health.report();
  return json(report, report.Status === 'no database' ? 503 : 200, { 'cache-control': 'no-store' });
}

export const healthEndpoint: Endpoint = { handle: (ctx) => healthReply(ctx.health) };

/**
 * Answers requests for the health of this process, under any host and before sessions are read, so that a cookie does not make
 * it wait for the database. Returns false for other requests.
 */
export function serveHealth(health: Health, message: IncomingMessage, response: ServerResponse): boolean {
  const method = message.method ?? '';
  if ((method !== 'GET' && method !== 'HEAD') || message.url?.split('?')[0] !== basePaths.health())
    return false;
  void healthReply(health)
    .then((reply) => send(response, reply, method))
    .catch(() => response.destroy());
  return true;
}
