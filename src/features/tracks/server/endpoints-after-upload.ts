import type { RouteTable } from '#platform/http/router.ts';
import { authorEndpoints } from '../authors/server/endpoints.ts';
import { editEndpoints } from '../edit/server/endpoints.ts';
import { versionEndpoint } from '../versions/server/earlier-version.ts';
import type { OnNewVersion } from '../versions/server/replace.ts';
import { replaceEndpoint } from '../versions/server/replace-endpoint.ts';
import { lifeEndpoints } from './life-endpoints.ts';

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
