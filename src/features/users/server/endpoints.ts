import { z } from 'zod';
import { pathId } from '#lib/wire/path-id.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { randomEndpoint } from '#platform/lists/random.ts';
import { routes } from '#routes.ts';
import { personById, toggleFavorite } from './actions.ts';
import { userList } from './list.ts';
import { mayFavorite, mayHaveFavorites } from './policy.ts';

const favorite = action({
  input: z.object({ userId: pathId }),
  role: mayHaveFavorites,
  subject: (tx, { userId }) => personById(tx, userId),
  allow: ({ viewer }, { user_id }) => mayFavorite(viewer, user_id),
  run: toggleFavorite,
});

/** The routes of users other than pages. */
export const userEndpoints: RouteTable = {
  'GET /api/users': listEndpoint(userList),
  'GET /userrandom': randomEndpoint(userList, routes.userShow),
  'PUT /togglefavoriteuser/:userId': favorite,
  'POST /togglefavoriteuser/:userId': favorite,
};
