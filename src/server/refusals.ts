import type { Ctx } from '#platform/context.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import { logSecurity, type SecurityEvent } from '#platform/security-log.ts';

/** Statuses of refusals and their names in the security log. */
const refusals: Readonly<Record<number, Extract<SecurityEvent, 'policy.refused' | 'limit.refused'>>> = {
  403: 'policy.refused',
  429: 'limit.refused',
};

/** Logs a response that refused its sender; ignores others. */
export function logRefusal(ctx: Ctx, request: Pick<HttpRequest, 'method' | 'path'>, status: number): void {
  const event = refusals[status];
  if (event) logSecurity(ctx, event, { method: request.method, path: request.path.slice(0, 200) });
}
