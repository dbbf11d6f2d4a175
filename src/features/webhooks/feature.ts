import { feature } from '#platform/feature.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { webhookRoutes } from './server/endpoints.ts';
import { sendWebhooks } from './server/jobs.ts';
import { webhookData } from './server/personal.ts';

/** Public changes that are sent to addresses of users. `routes`: those of all features, from whose lists rows are sent. */
export const webhooks = ({ routes }: { readonly routes: () => RouteTable }) =>
  feature({
    name: 'webhooks',
    uses: ['changes', 'notices'],
    routes: webhookRoutes,
    jobs: [sendWebhooks(routes)],
    personalData: [webhookData],
  });
