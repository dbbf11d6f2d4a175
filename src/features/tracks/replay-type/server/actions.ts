import { z } from 'zod';
import type { ActRef } from '#features/modlog/acts.ts';
import { act, storedIn } from '#features/modlog/server/act.ts';
import { perform } from '#features/modlog/server/actions.ts';
import { notify } from '#features/notices/server/actions.ts';
import { replayTypes } from '#lib/codes/track.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { conflict, no, yes } from '#lib/rules/verdict.ts';
import type { TxCtx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import { lockTrack } from '../../server/counters.ts';
import { moderatedTrack } from '../../server/moderated.ts';
import { authorIds } from '../../server/recount-people.ts';
import { settableTypes } from '../replay-type.ts';

/** `from`: the type that the track must have. */
interface TypeInput {
  readonly Type: number;
  readonly from?: number;
}

const Stored = z.object({ replayType: z.number() });

/** Sets on which leaderboard a track counts, and notifies its authors. Points follow within a minute. */
export const setReplayType = act<TypeInput, ActRef>({
  name: 'track.type',
  label: 'Changed a leaderboard type',
  group: 'changed',
  offer: {
    kinds: ['track'],
    button: 'Change leaderboard type',
    key: 'e',
    fields: async (ctx, { id }) => [
      {
        name: 'Type',
        label: 'Type',
        type: 'choice',
        isRequired: true,
        value: `${(await moderatedTrack(ctx, id)).replay_type}`,
        options: settableTypes(ctx.site).map(([value, label]) => ({ value: `${value}`, label })),
      },
    ],
    allow: async (ctx, { id }, input) => {
      const track = await moderatedTrack(ctx, id);
      if (track.deleted_at !== null) return conflict('This track is deleted.');
      if (track.is_beta)
        return conflict('Beta tracks don’t count on any leaderboard until they’re released.');
      if (input === null) return yes;
      if (!settableTypes(ctx.site).some(([number]) => number === input.Type))
        return no('Type: must be a type of this edition.');
      return track.replay_type === input.Type
        ? conflict(`This track is already a ${replayTypes[input.Type]} track.`)
        : yes;
    },
  },
  input: z.object({ Type: z.coerce.number('must be chosen').int('must be chosen') }),
  allow: async (tx, { id }, { from }) =>
    from === undefined || (await moderatedTrack(tx, id)).replay_type === from
      ? yes
      : conflict('The leaderboard type has been changed again since.'),
  notifies: true,
  // null: the track has this type already
  run: async (tx, { id }, { Type: replayType }, { reason }) => {
    await lockTrack(tx, id);
    const { name, replay_type: before, uploader_id: personId } = await moderatedTrack(tx, id);
    if (before === replayType) return null;
    await tx.db
      .updateTable('track')
      .set({ replay_type: replayType })
      .where('site', '=', tx.site.code)
      .where('track_id', '=', id)
      .execute();
    await notify(tx, {
      to: await authorIds(tx, id),
      kind: 'track.moderated',
      text: `“${stripGameText(name)}” is now a ${replayTypes[replayType]} track. ${reason}`,
      link: routes.trackShow(id),
    });
    return {
      before: { Type: replayTypes[before] ?? before, replayType: before },
      after: { Type: replayTypes[replayType] ?? replayType, replayType },
      personId,
    };
  },
  undo: {
    as: 'track.type',
    input: ({ before, after }) => ({
      Type: storedIn(Stored, before).replayType,
      from: storedIn(Stored, after).replayType,
    }),
  },
});

/** The same for a page or a job. Returns false if the track has this type already. */
export async function changeReplayType(
  tx: TxCtx,
  trackId: number,
  Type: number,
  reason: string,
): Promise<boolean> {
  const subject = { kind: 'track', id: trackId };
  return (await perform(tx, setReplayType, { subject, found: subject, input: { Type }, reason })) !== null;
}
