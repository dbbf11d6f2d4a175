import { z } from 'zod';
import { pathId } from '#lib/wire/path-id.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { routes } from '#routes.ts';
import { type AssertTrackIsFound, clearPlayLater, keptOrFound, togglePlayLater } from './actions.ts';
import { mayKeep } from './policy.ts';

const ToggleForm = z.object({
  id: pathId,
  /** 'true' or 'True', as clients write it */
  forceAdd: z
    .string('must be sent once')
    .max(10)
    .default('')
    .transform((text) => /^(true|1|on)$/i.test(text)),
});

/** The routes of the Play Later list; forms without scripts post to the same ones. */
export function playLaterEndpoints(assertTrackIsFound: AssertTrackIsFound): RouteTable {
  const toggle = action({
    input: ToggleForm,
    role: mayKeep,
    subject: (tx, { id }) => keptOrFound(tx, id, assertTrackIsFound),
    allow: ({ viewer }) => mayKeep(viewer),
    run: togglePlayLater,
  });
  const clear = action({
    input: z.object({}),
    allow: (ctx) => mayKeep(ctx.viewer),
    run: clearPlayLater,
    next: () => routes.myPlayLater(),
  });
  return {
    'PUT /maps/toggleplaylater/:id': toggle,
    'POST /maps/toggleplaylater/:id': toggle,
    'DELETE /maps/clearplaylater': clear,
    'POST /maps/clearplaylater': clear,
  };
}
