import type { RouteTable } from '#platform/http/router.ts';
import { editEndpoints } from '../edit/endpoints.ts';
import { versionEndpoint } from '../versions/earlier.ts';
import { replaceEndpoint } from '../versions/endpoint.ts';
import type { OnNewVersion } from '../versions/replace.ts';
import { authorEndpoints } from './author-endpoints.ts';
import { lifeEndpoints } from './endpoints.ts';

/** The routes for everything after the upload. `onNewVersion`: run by other features for a new file. */
export const trackLifeEndpoints = ({
  onNewVersion,
}: {
  onNewVersion: readonly OnNewVersion[];
}): RouteTable => ({
  ...editEndpoints,
  ...lifeEndpoints,
  ...authorEndpoints,
  'POST /trackreplace/:id': replaceEndpoint(onNewVersion),
  'POST /trackversion/:id': versionEndpoint(onNewVersion),
});
