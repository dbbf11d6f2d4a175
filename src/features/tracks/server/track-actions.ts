import { z } from 'zod';
import type { ActFacts } from '#features/modlog/model.ts';
import type { Act, RecordedAct } from '#features/modlog/server/act.ts';
import { perform, recordAct } from '#features/modlog/server/actions.ts';
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

/** What programs send to act on their own tracks, and get. */
export const trackDoor = {
  scope: 'tracks',
  parts: { trackId: 'id' },
  input: z.strictObject({}),
  output: z.object({ TrackId: z.int(), TrackName: z.string() }),
  example: {},
} as const;

/** The response to an action on a track. */
export const answerOf = (track: { track_id: number; name: string }) => ({
  TrackId: track.track_id,
  TrackName: stripGameText(track.name),
});

/**
 * Notifies the authors of a track of what a moderator did: "A moderator … “Loop”." Returns the person concerned.
 */
export async function notifyAuthors(
  tx: TxCtx,
  { track_id, name, uploader_id }: Pick<StoredTrack, 'track_id' | 'name' | 'uploader_id'>,
  did: string,
  reason: string,
  link = routes.trackShow(track_id),
): Promise<ActFacts> {
  await notify(tx, {
    to: await authorIds(tx, track_id),
    kind: 'track.moderated',
    text: `A moderator ${did} “${stripGameText(name)}”. Reason: ${reason}`,
    link,
  });
  return { personId: uploader_id };
}

interface Changed extends Pick<ActFacts, 'before' | 'after'> {
  /** the verb of the notice */
  readonly did: string;
  readonly reason: string;
  readonly rule: (relation: TrackRelation) => Verdict;
}

/**
 * Records what only moderators may do, and notifies the authors with the reason. Returns false, and does nothing, if the viewer may
 * do it as an author.
 */
export async function recordIfModeration(
  tx: TxCtx,
  act: RecordedAct,
  track: StoredTrack,
  { did, reason: typed, rule, ...changed }: Changed,
): Promise<boolean> {
  if (!onlyAsModerator(track.relation, rule)) return false;
  const reason = cleanMessage(typed);
  const subject = { kind: 'track', id: track.track_id };
  const facts = await notifyAuthors(tx, track, did, reason);
  await recordAct(tx, act, { subject, reason, ...changed, ...facts });
  return true;
}

/** Performs an act on a track that is read and locked, and records it unless the viewer may do it as an author. */
export const performOn = (
  tx: TxCtx,
  act: Act<object, StoredTrack>,
  found: StoredTrack,
  reason: string,
): Promise<ActFacts | null> =>
  perform(tx, act, { subject: { kind: 'track', id: found.track_id }, found, input: {}, reason });
