import { feature } from '#platform/feature.ts';
import { discoveryRoutes, type Kinds } from './server/endpoints.ts';

/** Files that search engines and browsers request from every site. */
export const discovery = ({ sitemap }: { readonly sitemap: Kinds }) =>
  feature({ name: 'discovery', uses: ['tracks'], routes: discoveryRoutes(sitemap) });
