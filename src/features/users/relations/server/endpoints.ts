import { z } from 'zod';
import { pathId } from '#lib/wire/z.ts';
import type { TxCtx } from '#platform/context.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { post, put } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { personById, toggleFavorite } from '../../server/actions.ts';
import { mayBlock, mayFavorite, mayHaveBlocks, mayHaveFavorites } from '../../server/policy.ts';
import { BlockForm } from '../blocks.ts';
import { setBlocked } from './blocks.ts';

/** Run by other features in the transaction that blocks or unblocks this user. */
export type OnBlockChange = (tx: TxCtx, userId: number) => Promise<void>;

const favorite = action({
  touches: 'edition',
  input: z.object({ userId: pathId }),
  role: mayHaveFavorites,
  subject: (tx, { userId }) => personById(tx, userId),
  allow: ({ viewer }, { user_id }) => mayFavorite(viewer, user_id),
  run: toggleFavorite,
});

const block = (onBlockChange: readonly OnBlockChange[]) =>
  action({
    touches: 'edition',
    whileMuted: 'allowed',
    input: BlockForm,
    role: mayHaveBlocks,
    subject: (tx, { userId }) => personById(tx, userId),
    allow: ({ viewer }, { user_id }) => mayBlock(viewer, user_id),
    async run(tx, person, form) {
      const result = await setBlocked(tx, person, form);
      for (const react of onBlockChange) await react(tx, person.user_id);
      return result;
    },
  });

/** Favourites and blocked users. */
export const relationRoutes = (onBlockChange: readonly OnBlockChange[]): RouteTable => ({
  [put(routes.toggleFavoriteUser)]: favorite,
  [post(routes.toggleFavoriteUser)]: favorite,
  [put(routes.blockUser)]: block(onBlockChange),
  [post(routes.blockUser)]: block(onBlockChange),
});
