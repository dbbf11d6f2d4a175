import { sql } from 'kysely';
import { feature } from '#platform/feature.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { randomEndpoint } from '#platform/lists/random.ts';
import { get } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import type { OnCleaned } from './edit/server/acts.ts';
import { profileRoutes } from './edit/server/endpoints.ts';
import { profileData } from './edit/server/personal.ts';
import type { ClaimAddress } from './edit/server/save.ts';
import { userList } from './list/server/list.ts';
import { avatarEndpoint, avatarMiniEndpoint, bannerEndpoint } from './pictures/server/pictures.ts';
import { type OnBlockChange, relationRoutes } from './relations/server/endpoints.ts';
import { blockData, favoriteData } from './relations/server/personal.ts';
import { refreshTints } from './server/refresh-tints.ts';

interface UserReactions {
  readonly onCleaned: OnCleaned;
  readonly claimAddress: ClaimAddress;
  readonly onBlockChange: readonly OnBlockChange[];
}

/** Users of an edition: lists, pages, pictures, favourites and blocked users. */
export const users = ({ onCleaned, claimAddress, onBlockChange }: UserReactions) =>
  feature({
    name: 'users',
    uses: ['modlog'],
    routes: {
      [get(routes.apiUsers)]: listEndpoint(userList),
      [get(routes.userRandom)]: randomEndpoint(userList, routes.userShow),
      [get(routes.avatar)]: avatarEndpoint,
      [get(routes.avatarMini)]: avatarMiniEndpoint,
      [get(routes.banner)]: bannerEndpoint,
      ...relationRoutes(onBlockChange),
      ...profileRoutes({ onCleaned, claimAddress }),
    },
    jobs: [refreshTints],
    personalData: [favoriteData, profileData, blockData],
    sitemap: [
      {
        name: 'users',
        from: sql`profile k where k.closed_at is null`,
        id: 'user_id',
        at: null,
        address: 'custom_url',
        path: ({ id, address }) => routes.userPage({ UserId: id, CustomUrl: address }),
      },
    ],
  });
