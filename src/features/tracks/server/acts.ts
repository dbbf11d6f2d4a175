import { deleteTrack, restoreTrack } from '../deletion/server/deletion.ts';
import { editTrack } from '../edit/server/save.ts';
import { featureTrack, unfeatureTrack } from '../featured/server/feature-track.ts';
import { setReplayType } from '../replay-type/server/actions.ts';
import { linkRenewed, trackReleased } from '../visibility/server/endpoints.ts';
import { hide, hideBeta, setFlags, unhide } from '../visibility/server/hide.ts';
import { authorize, withhold } from '../visibility/server/review.ts';

/** Moderator actions on tracks, in the order in which they are offered. */
export const trackActs = [
  authorize,
  withhold,
  hide,
  unhide,
  deleteTrack,
  restoreTrack,
  setReplayType,
  setFlags,
  featureTrack,
  unfeatureTrack,
  editTrack,
  trackReleased,
  linkRenewed,
  hideBeta,
];
