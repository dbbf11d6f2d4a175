import { feature } from '#platform/feature.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { dumpRoutes } from './server/endpoints.ts';
import { makeDumps } from './server/make-dumps.ts';

/** Nightly files with everything that visitors see. `routes`: those of all features, whose lists are dumped. */
export const dumps = ({ routes }: { readonly routes: () => RouteTable }) =>
  feature({
    name: 'dumps',
    uses: ['changes', 'packs', 'replays', 'tracks', 'users'],
    routes: dumpRoutes,
    jobs: [makeDumps(routes)],
  });
