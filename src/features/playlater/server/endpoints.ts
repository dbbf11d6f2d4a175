import { z } from 'zod';
import { pathId } from '#lib/wire/z.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { del, post, put } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { type AssertTrackIsFound, clearPlayLater, queuedOrFound, togglePlayLater } from './actions.ts';
import { mayUsePlayLater } from './policy.ts';
import { moveInQueue, queueWith, type SeenInQueue, shareQueue, unshareQueue } from './queue.ts';

/** 'true' or 'True', as clients write it */
const yesOrNo = z
  .string('must be sent once')
  .max(10)
  .default('')
  .transform((text) => /^(true|1|on)$/i.test(text));

const ToggleForm = z.object({ id: pathId, forceAdd: yesOrNo, forceRemove: yesOrNo });

const MoveForm = z.object({
  id: pathId,
  /** counted from 1; one beyond the end is the last */
  position: z
    .string('must be sent once')
    .trim()
    .regex(/^[1-9]\d{0,8}$/, 'must be a whole number above 0')
    .transform(Number),
});

/** What tracks say about those in the list. */
export interface PlayLaterReactions {
  assertTrackIsFound: AssertTrackIsFound;
  seenInQueue: SeenInQueue;
}

/** The routes of the Play Later list; forms without scripts post to the same ones. */
export function playLaterRoutes({ assertTrackIsFound, seenInQueue }: PlayLaterReactions): RouteTable {
  const ofTrack = { scope: 'playlater', parts: { trackId: 'id' } } as const;
  const none = { input: z.strictObject({}), example: {} };
  const toggle = action({
    touches: 'edition',
    whileMuted: 'allowed',
    api: [
      {
        ...ofTrack,
        ...none,
        at: put(routes.apiPlayLaterTrack),
        about: 'Adds a track to your Play later, at the end. One that is there stays where it is.',
        fixed: { forceAdd: 'true' },
        output: z.object({ Added: z.boolean() }),
      },
      {
        ...ofTrack,
        ...none,
        at: del(routes.apiPlayLaterTrack),
        about: 'Removes a track from your Play later. One that is not there changes nothing.',
        fixed: { forceRemove: 'true' },
        output: z.object({ Added: z.boolean() }),
      },
    ],
    input: ToggleForm,
    role: mayUsePlayLater,
    subject: (tx, { id }) => queuedOrFound(tx, id, assertTrackIsFound),
    allow: ({ viewer }) => mayUsePlayLater(viewer),
    run: togglePlayLater,
  });
  const clear = action({
    touches: 'edition',
    whileMuted: 'allowed',
    api: [
      {
        ...none,
        scope: 'playlater',
        at: del(routes.apiPlayLater),
        about: 'Clears your Play later.',
        output: z.object({ Removed: z.int() }),
      },
    ],
    input: z.object({}),
    allow: (ctx) => mayUsePlayLater(ctx.viewer),
    run: clearPlayLater,
    next: () => routes.myPlayLater(),
  });
  const move = action({
    touches: 'edition',
    whileMuted: 'allowed',
    api: [
      {
        ...ofTrack,
        at: put(routes.apiPlayLaterPosition),
        about: 'Moves a track of your Play later.',
        input: z.strictObject({ position: z.int().min(1).describe('from 1; beyond the end means last') }),
        output: z.object({ Position: z.int() }),
        example: { position: 1 },
      },
    ],
    input: MoveForm,
    role: mayUsePlayLater,
    subject: (tx, { id }) => queueWith(tx, id),
    allow: ({ viewer }) => mayUsePlayLater(viewer),
    run: (tx, queue, { position }) => moveInQueue(tx, queue, position, seenInQueue),
  });
  const share = action({
    touches: 'edition',
    input: z.object({}),
    allow: ({ viewer }) => mayUsePlayLater(viewer),
    run: shareQueue,
    next: () => routes.playLater(),
  });
  const unshare = action({
    touches: 'edition',
    whileMuted: 'allowed',
    input: z.object({}),
    allow: ({ viewer }) => mayUsePlayLater(viewer),
    run: unshareQueue,
    next: () => routes.playLater(),
  });
  return {
    [put(routes.togglePlayLater)]: toggle,
    [post(routes.togglePlayLater)]: toggle,
    [del(routes.clearPlayLater)]: clear,
    [post(routes.clearPlayLater)]: clear,
    [put(routes.movePlayLater)]: move,
    [post(routes.movePlayLater)]: move,
    [post(routes.sharePlayLater)]: share,
    [del(routes.unsharePlayLater)]: unshare,
    [post(routes.unsharePlayLater)]: unshare,
  };
}
