import type { Ctx } from '#platform/context.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import { logSecurity, type SecurityEvent } from '#platform/security-log.ts';

/** Statuses of answers that refuse a sender, and what the security log calls them. */
const refusals: Readonly<Record<number, Extract<SecurityEvent, 'policy.refused' | 'limit.refused'>>> = {
  403: 'policy.refused',
  429: 'limit.refused',
};

/** Writes a line about an answer that refused its sender; about all others nothing. */
export function logRefusal(ctx: Ctx, request: Pick<HttpRequest, 'method' | 'path'>, status: number): void {
  const event = refusals[status];
  if (event) logSecurity(ctx, event, { method: request.method, path: request.path.slice(0, 200) });
}
