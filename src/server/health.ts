import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Health } from '#platform/health/health.ts';
import { json, send } from '#platform/http/send.ts';
import type { Endpoint, Reply } from '#platform/http/types.ts';
import { basePaths } from '#routes/base.ts';

const uncached = { 'cache-control': 'no-store' };

/** For load balancers: 503 without the database; otherwise 200, with the degraded parts. */
async function healthReply(health: Health): Promise<Reply> {
  const report = await health.report();
  return json(report, report.Status === 'no database' ? 503 : 200, uncached);
}

/** 503 while a balancer should send nothing here. */
async function readyReply(health: Health): Promise<Reply> {
  const reason = await health.unreadiness();
  return json({ Status: reason ?? 'ready' }, reason === null ? 200 : 503, uncached);
}

/** For supervisors: this process responds. A missing database is no reason to restart it. */
const liveReply = async (): Promise<Reply> => json({ Status: 'alive' }, 200, uncached);

export const healthEndpoint: Endpoint = { handle: (ctx) => healthReply(ctx.health) };

/** No page links to the last two. */
const replies = new Map([
  [basePaths.health(), healthReply],
  ['/readyz', readyReply],
  ['/livez', liveReply],
]);

/**
 * Answers requests for the health of this process, under any host and before sessions are read, so that a cookie does not make
 * it wait for the database. Returns false for other requests.
 */
export function serveHealth(health: Health, message: IncomingMessage, response: ServerResponse): boolean {
  const method = message.method ?? '';
  if (method !== 'GET' && method !== 'HEAD') return false;
  const reply = replies.get(message.url?.split('?')[0] ?? '');
  if (!reply) return false;
  void reply(health)
    .then((made) => send(response, made, method))
    .catch(() => response.destroy());
  return true;
}
