import { z } from 'zod';
import { pathId } from '#lib/wire/path-id.ts';
import type { TxCtx } from '#platform/context.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { randomEndpoint } from '#platform/lists/random.ts';
import { routes } from '#routes/routes.ts';
import { userList } from '../list/server/list.ts';
import { avatarEndpoint, avatarMiniEndpoint, bannerEndpoint } from '../pictures/server/pictures.ts';
import { BlockForm } from '../relations/blocks.ts';
import { setBlocked } from '../relations/server/blocks.ts';
import { personById, toggleFavorite } from './actions.ts';
import { mayBlock, mayFavorite, mayHaveBlocks, mayHaveFavorites } from './policy.ts';

const favorite = action({
  touches: 'edition',
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
  'GET /users/avatar/:id': avatarEndpoint,
  'GET /users/avatarmini/:id': avatarMiniEndpoint,
  'GET /users/banner/:id': bannerEndpoint,
  'PUT /togglefavoriteuser/:userId': favorite,
  'POST /togglefavoriteuser/:userId': favorite,
};

/** Blocking users; `onChange` runs in the same transaction with the id of the user who was blocked or unblocked. */
export function blockEndpoints({
  onChange,
}: {
  onChange: readonly ((tx: TxCtx, userId: number) => Promise<void>)[];
}): RouteTable {
  const block = action({
    touches: 'edition',
    whileMuted: 'allowed',
    input: BlockForm,
    role: mayHaveBlocks,
    subject: (tx, { userId }) => personById(tx, userId),
    allow: ({ viewer }, { user_id }) => mayBlock(viewer, user_id),
    async run(tx, person, form) {
      const result = await setBlocked(tx, person, form);
      for (const change of onChange) await change(tx, person.user_id);
      return result;
    },
  });
  return { 'PUT /blockuser/:userId': block, 'POST /blockuser/:userId': block };
}
