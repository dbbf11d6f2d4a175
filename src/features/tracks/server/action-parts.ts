import { z } from 'zod';
import type { ActName, ActState } from '#features/modlog/model.ts';
import { recordModeration } from '#features/modlog/server/actions.ts';
import { notify } from '#features/notices/server/actions.ts';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Verdict } from '#lib/rules/verdict.ts';
import type { TxCtx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import type { TrackRelation } from '../model.ts';
import { onlyAsModerator } from '../rights.ts';
import { authorIds } from './recount-people.ts';
import { type StoredTrack, trackIdOf } from './repo.ts';

/** The id of a track in an address; throws a Problem 404 if it is invalid. */
export const trackIdField = z.string().transform(trackIdOf);

/** A moderator's reason; empty if the viewer is an author. */
export const reasonField = z
  .string()
  .max(2000, 'may have at most 2000 characters')
  .transform(cleanMessage)
  .default('');

/** The response to an action on a track. */
export const answerOf = (track: { track_id: number; name: string }) => ({
  TrackId: track.track_id,
  TrackName: stripGameText(track.name),
});

interface Acted {
  readonly act: ActName;
  /** the verb of the notice to the authors: "A moderator … “Loop”." */
  readonly did: string;
  readonly reason: string;
  readonly rule: (relation: TrackRelation) => Verdict;
  /** what it changed, before and after */
  readonly before?: ActState | null;
  readonly after?: ActState | null;
}

/**
 * Logs an action that only moderators may do, and notifies the track's authors with the reason. Returns false, and does nothing,
 * if the viewer may do it as an author.
 */
export async function recordIfModeration(tx: TxCtx, track: StoredTrack, acted: Acted): Promise<boolean> {
  const { act, did, rule, before, after } = acted;
  const reason = cleanMessage(acted.reason);
  if (!onlyAsModerator(track.relation, rule)) return false;
  const subject = { kind: 'track', id: track.track_id };
  await recordModeration(tx, { act, subject, reason, before, after, personId: track.uploader_id });
  const isGone = act === 'track.delete';
  await notify(tx, {
    to: await authorIds(tx, track.track_id),
    kind: 'track.moderated',
    text: `A moderator ${did} “${stripGameText(track.name)}”. Reason: ${reason}`,
    link: isGone ? routes.trackRestore(track.track_id) : routes.trackShow(track.track_id),
  });
  return true;
}
