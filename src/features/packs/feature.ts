import { sql } from 'kysely';
import { feature } from '#platform/feature.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { randomEndpoint } from '#platform/lists/random.ts';
import { get } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { packEditRoutes } from './edit/server/endpoints.ts';
import { type OnPackRemoved, removeDeletedPacks } from './edit/server/remove-deleted.ts';
import { packList } from './list/server/list.ts';
import { packThumbEndpoint } from './page/server/thumb.ts';
import { packPlayRoutes } from './play/server/endpoints.ts';
import { packRecordsEndpoint } from './records/server/endpoint.ts';
import { packData } from './server/personal.ts';
import { packTrackRoutes } from './tracks/server/endpoints.ts';
import type { PackTrackReactions } from './tracks/server/step.ts';

interface PackReactions extends PackTrackReactions {
  readonly onRemoved: readonly OnPackRemoved[];
}

/** Trackpacks: the list, page, edit, the tracks in them, and playing them. */
export const packs = (reactions: PackReactions) =>
  feature({
    name: 'packs',
    uses: ['tracks', 'users', 'replays', 'notices', 'modlog', 'cases'],
    routes: {
      [get(routes.apiPacks)]: listEndpoint(packList),
      [get(routes.packRandom)]: randomEndpoint(packList, routes.trackPackShow),
      [get(routes.trackPackThumb)]: packThumbEndpoint,
      [get(routes.trackPackRecords)]: packRecordsEndpoint,
      ...packEditRoutes,
      ...packPlayRoutes,
      ...packTrackRoutes(reactions),
    },
    jobs: [removeDeletedPacks(reactions.onRemoved)],
    personalData: [packData(reactions.onRemoved)],
    sitemap: [
      {
        name: 'trackpacks',
        from: sql`pack k where k.is_public and k.deleted_at is null`,
        id: 'pack_id',
        at: 'updated_at',
        path: ({ id }) => routes.trackPackShow(id),
      },
    ],
  });
