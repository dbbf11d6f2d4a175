import { z } from 'zod';
import { setOnlineRecord } from '#features/replays/server/moderated.ts';
import { moveTrackBack } from '#features/tracks/move-merge/server/move.ts';
import { setReplayType } from '#features/tracks/replay-type/server/actions.ts';
import {
  authorize,
  hideTrack,
  moderatedTrack,
  removeTrack,
  restoreFeature,
  restoreRemovedTrack,
  setFlags,
  showBeta,
  unhideTrack,
  withhold,
} from '#features/tracks/server/moderated.ts';
import { relinkVideo, removeVideoFromTrack } from '#features/videos/server/moderated.ts';
import { onSite } from '#platform/auth/reach.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { UndoRule } from './act.ts';
import { countReplay, deleteReplay, restoreReplay } from './replay-acts.ts';
import { byFeature } from './text-undos.ts';

/** What an act stored; acts of earlier versions did not. */
function storedIn<Value>(schema: z.ZodType<Value>, state: Readonly<Record<string, unknown>>): Value {
  const parsed = schema.safeParse(state);
  if (!parsed.success) throw new Problem(409, 'What it was before is not stored.');
  return parsed.data;
}

const Type = z.object({ replayType: z.number() });
const Moved = z.object({ site: z.string(), newId: z.number() });
const Flags = z.object({ isListed: z.boolean(), isBeta: z.boolean() });
const Video = z.object({ videoId: z.number(), timestampS: z.number().nullable().default(null) });
const Feature = z
  .object({ Comment: z.string(), featuredBy: z.number(), featuredAt: z.coerce.date() })
  .transform(({ Comment, ...rest }) => ({ comment: Comment, ...rest }));

const currentType = async (tx: TxCtx, trackId: number) => (await moderatedTrack(tx, trackId)).replay_type;

/** Undoing acts on tracks and replays. */
export const trackUndos = {
  'track.delete': byFeature('track.restore', (tx, { subject }, reason) =>
    restoreRemovedTrack(tx, subject.id, reason),
  ),
  'track.restore': byFeature('track.delete', (tx, { subject }, reason) =>
    removeTrack(tx, subject.id, reason),
  ),
  'beta.hide': { as: 'track.unhide', run: (tx, { subject }) => showBeta(tx, subject.id) },
  'track.authorize': byFeature('track.withhold', (tx, { subject }, reason) =>
    withhold(tx, subject.id, reason),
  ),
  'track.withhold': byFeature('track.authorize', (tx, { subject }, reason) =>
    authorize(tx, subject.id, reason),
  ),
  'track.hide': byFeature('track.unhide', (tx, { subject }, reason) => unhideTrack(tx, subject.id, reason)),
  'track.unhide': byFeature('track.hide', (tx, { subject }, reason) => hideTrack(tx, subject.id, reason)),
  'track.type': byFeature('track.type', async (tx, { subject, before, after }, reason) => {
    const { replayType } = storedIn(Type, before);
    if ((await currentType(tx, subject.id)) !== storedIn(Type, after).replayType)
      throw new Problem(409, 'The type of the track was changed again since.');
    await setReplayType(tx, subject.id, replayType, reason);
  }),
  'track.flags': byFeature('track.flags', (tx, { subject, before }, reason) =>
    setFlags(tx, subject.id, storedIn(Flags, before), reason),
  ),
  'track.feature': {
    as: 'track.unfeature',
    notifies: true,
    run: (tx, { subject, before }) => {
      const earlier = Feature.safeParse(before);
      return restoreFeature(tx, subject.id, earlier.success ? earlier.data : null);
    },
  },
  'track.unfeature': {
    as: 'track.feature',
    notifies: true,
    run: (tx, { subject, before }) => restoreFeature(tx, subject.id, storedIn(Feature, before)),
  },
  'track.move': {
    as: 'track.moveback',
    notifies: true,
    run: async (tx, { subject, after }, reason) => {
      const { site, newId } = storedIn(Moved, after);
      await moveTrackBack(tx, await onSite(tx, site), { trackId: subject.id, newId }, reason);
      return undefined;
    },
  },
  'track.removevideo': {
    as: 'track.addvideo',
    run: (tx, { subject, before }) => relinkVideo(tx, subject.id, storedIn(Video, before)),
  },
  'track.addvideo': {
    as: 'track.removevideo',
    notifies: true,
    run: (tx, { subject, after }) => removeVideoFromTrack(tx, subject.id, storedIn(Video, after).videoId),
  },
  'replay.delete': byFeature('replay.restore', (tx, { subject }, reason) =>
    restoreReplay(tx, subject.id, reason),
  ),
  'replay.restore': byFeature('replay.delete', (tx, { subject }, reason) =>
    deleteReplay(tx, subject.id, reason),
  ),
  'replay.revoke': byFeature('replay.release', (tx, { subject }, reason) =>
    countReplay(tx, subject.id, true, reason),
  ),
  'replay.release': byFeature('replay.revoke', (tx, { subject }, reason) =>
    countReplay(tx, subject.id, false, reason),
  ),
  'record.remove': byFeature('record.restore', (tx, { subject }, reason) =>
    setOnlineRecord(tx, subject.id, false, reason),
  ),
  'record.restore': byFeature('record.remove', (tx, { subject }, reason) =>
    setOnlineRecord(tx, subject.id, true, reason),
  ),
} satisfies Record<string, UndoRule>;
