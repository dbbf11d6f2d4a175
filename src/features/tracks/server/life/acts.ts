import { z } from 'zod';
import { recordModeration } from '#features/modlog/server/actions.ts';
import { notify } from '#features/notices/server/actions.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { TxCtx } from '#platform/context.ts';
import { routes } from '#routes.ts';
import type { TrackRelation } from '../../model.ts';
import { onlyAsModerator, type Right } from '../../rights.ts';
import { type KeptTrack, trackIdOf } from '../repo.ts';
import { authorIds } from './counting.ts';

/** The number of a track in an address; what is no number names no track. */
export const trackIdField = z.string().transform(trackIdOf);

/** Why a moderator acts; empty where the track is one's own. */
export const reasonField = z.string().max(2000, 'may have at most 2000 characters').default('');

/** What an act on a track answers with. */
export const answerOf = (track: { track_id: number; name: string }) => ({
  TrackId: track.track_id,
  TrackName: stripGameText(track.name),
});

interface Acted {
  /** as the log has it, such as `track.edit` */
  readonly act: string;
  /** what was done, for the authors: "A moderator … “Loop”." */
  readonly did: string;
  readonly reason: string;
  readonly rule: (relation: TrackRelation) => Right;
}

/** What only a moderator may do is written down with its reason, and its authors learn of both; or it does not happen. */
export async function recordIfModeration(tx: TxCtx, track: KeptTrack, acted: Acted): Promise<boolean> {
  const { act, did, reason, rule } = acted;
  if (!onlyAsModerator(track.relation, rule)) return false;
  await recordModeration(tx, { act, subject: { kind: 'track', id: track.track_id }, reason });
  const isGone = act === 'track.delete';
  await notify(tx, {
    to: await authorIds(tx, track.track_id),
    kind: 'track.moderated',
    text: `A moderator ${did} “${stripGameText(track.name)}”. Reason: ${reason.trim()}`,
    link: isGone ? routes.trackRestore(track.track_id) : routes.trackShow(track.track_id),
  });
  return true;
}
