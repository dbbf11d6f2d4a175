import type { Ctx } from '#platform/context.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import { logSecurity, type SecurityEvent } from '#platform/security-log.ts';

/** Statuses of refusals and their names in the security log. */
const refusals: Readonly<Record<number, Extract<SecurityEvent, 'policy.refused' | 'limit.refused'>>> = {
  403: 'policy.refused',
  429: 'limit.refused',
};

/** Names of refusals in the metrics. */
const reasons: Readonly<Record<number, string>> = {
  403: 'not allowed',
  413: 'too large',
  429: 'limit',
  503: 'unavailable',
  507: 'no room',
};

/** Counts a response that refused its sender, and logs those that a person may be behind; ignores others. */
export function logRefusal(ctx: Ctx, request: Pick<HttpRequest, 'method' | 'path'>, status: number): void {
  const reason = reasons[status];
  if (reason !== undefined) ctx.metrics?.of.refusals.inc({ reason });
  const event = refusals[status];
  if (event) logSecurity(ctx, event, { method: request.method, path: request.path.slice(0, 200) });
}
