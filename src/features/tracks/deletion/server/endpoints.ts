import { z } from 'zod';
import { type Verdict, yes } from '#lib/rules/verdict.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { del, post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { trackAfter } from '../../page/done-sentences.ts';
import { may, mayRestore } from '../../rights.ts';
import { lockedTrack, type StoredTrack, storedTrack } from '../../server/repo.ts';
import { answerOf, performOn, reasonField, trackDoor, trackIdField } from '../../server/track-actions.ts';
import { deleteRule, deleteTrack, restoreTrack } from './deletion.ts';

const acted = z.object({ id: trackIdField, Reason: reasonField });

/** POST /trackdelete/:id. Deleting a deleted track again changes nothing. */
const remove = action({
  touches: 'edition',
  api: [{ ...trackDoor, at: del(routes.apiTrack), about: 'Deletes one of your tracks.' }],
  input: acted,
  subject: (tx, { id }) => lockedTrack(tx, id, storedTrack),
  allow: deleteRule,
  async run(tx, track, { Reason }) {
    if (track.deleted_at === null) await performOn(tx, deleteTrack, track, Reason);
    return answerOf(track);
  },
  next: () => routes.deletedTracks(),
  form: (_, request) => request.path,
});

const restoreRule = (now: Date, track: StoredTrack): Verdict =>
  track.deleted_at === null && may('restore', track.relation).ok // was already restored
    ? yes
    : mayRestore(track.relation, { deletedAt: track.deleted_at, deletedReason: track.deleted_reason }, now);

/** POST /trackrestore/:id: restores the track as it was. */
const restore = action({
  touches: 'edition',
  api: [{ ...trackDoor, at: post(routes.apiTrackRestore), about: 'Restores a track that you deleted.' }],
  input: acted,
  subject: (tx, { id }) => lockedTrack(tx, id, storedTrack),
  allow: ({ clock }, track) => restoreRule(clock.now(), track),
  async run(tx, track, { Reason }) {
    if (track.deleted_at !== null) await performOn(tx, restoreTrack, track, Reason);
    return answerOf(track);
  },
  next: (_, { id }) => trackAfter(routes.trackShow(id), 'restored'),
  form: (_, request) => request.path,
});

/** Deleting and restoring. */
export const deletionRoutes: RouteTable = {
  [post(routes.trackDelete)]: remove,
  [post(routes.trackRestore)]: restore,
};
