import { feature } from '#platform/feature.ts';
import { discoveryEndpoints } from './server/endpoints.ts';

/** Files that search engines and browsers request from every site. */
export const discovery = feature({ name: 'discovery', uses: ['tracks'], routes: discoveryEndpoints });
