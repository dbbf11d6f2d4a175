import { pathId, z } from '#lib/wire/z.ts';
import type { TxCtx } from '#platform/context.ts';
import { action } from '#platform/http/action.ts';
import { notFound } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { setHeldState } from './actions.ts';
import { mayHaveHeldTexts, mayReadHeld, mayWithdraw } from './policy.ts';
import { heldForUpdate } from './repo.ts';

/** POST /heldtext/{heldId}/withdraw */
const WithdrawForm = z.object({ heldId: pathId });

const withdraw = action({
  touches: 'edition',
  // nobody else reads what waits
  whileMuted: 'allowed',
  input: WithdrawForm,
  role: mayHaveHeldTexts,
  subject: async (tx: TxCtx, { heldId }) => {
    const held = await heldForUpdate(tx, heldId);
    if (!mayReadHeld(tx.viewer, held)) throw notFound('This text');
    return held;
  },
  allow: ({ viewer }, held) => mayWithdraw(viewer, held),
  run: async (tx, { heldId }) => {
    await setHeldState(tx, heldId, 'withdrawn');
    return { HeldTextId: heldId, Link: routes.heldText(heldId) };
  },
  next: ({ Link }) => Link,
  form: (_, request) => encodeURI(request.path).replace(/\/withdraw$/, ''),
});

/** The routes of held texts other than pages. */
export const heldTextRoutes: RouteTable = { [post(routes.heldTextWithdraw)]: withdraw };
