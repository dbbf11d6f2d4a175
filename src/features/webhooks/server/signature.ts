import { createHmac } from 'node:crypto';
import type { Services } from '#platform/context.ts';

interface Signed {
  readonly site: string;
  readonly webhook_id: number;
  readonly salt: string;
}

/**
 * The key with which deliveries of a webhook are signed. It is derived from a key outside the database, so that a copy of the database
 * signs nothing.
 */
const keyOf = ({ factor }: Pick<Services['secrets'], 'factor'>, { site, webhook_id, salt }: Signed): Buffer =>
  createHmac('sha256', factor).update(`webhook ${site} ${webhook_id} ${salt}`).digest();

/** The key as its owner gets it, in the notation of Standard Webhooks. */
export const secretOf = (secrets: Pick<Services['secrets'], 'factor'>, webhook: Signed): string =>
  `whsec_${keyOf(secrets, webhook).toString('base64')}`;

/** The headers of a delivery, as Standard Webhooks defines them. `id` is the same whenever it is repeated. */
export function signedHeaders(
  secrets: Pick<Services['secrets'], 'factor'>,
  webhook: Signed,
  { id, at, body }: { readonly id: string; readonly at: Date; readonly body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac('sha256', keyOf(secrets, webhook))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
