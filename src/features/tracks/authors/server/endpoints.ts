import { z } from 'zod';
import { type Verdict, yes } from '#lib/rules/verdict.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { post, put } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { mayAnswerInvitation, mayWithdraw } from '../../rights.ts';
import { lockedTrack, type StoredTrack } from '../../server/repo.ts';
import { answerOf, performOn, reasonField, trackIdField } from '../../server/track-actions.ts';
import { authorize, withhold } from '../../visibility/server/review.ts';
import { acceptInvitation, endAuthorship, suspendAuthorship } from './invitations.ts';

/** Accepting twice is not an error, because a button may be pressed twice. */
const mayAccept = ({ relation }: StoredTrack): Verdict => {
  const right = mayAnswerInvitation(relation);
  return right.ok || !mayWithdraw(relation).ok ? right : yes;
};

const accept = action({
  touches: 'edition',
  input: z.object({ id: trackIdField }),
  subject: (tx, { id }) => lockedTrack(tx, id),
  allow: (_, track) => mayAccept(track),
  async run(tx, track) {
    if (track.relation.isPending) await acceptInvitation(tx, track);
    return { ...answerOf(track), IsPending: false };
  },
  next: (_, { id }) => routes.trackShow(id),
});

/** Declining and leaving are the same; afterwards a hidden track is no longer visible to them. */
const part = (rule: (track: StoredTrack) => Verdict) =>
  action({
    touches: 'edition',
    input: z.object({ id: trackIdField }),
    subject: (tx, { id }) => lockedTrack(tx, id),
    allow: (_, track) => rule(track),
    async run(tx, track) {
      await endAuthorship(tx, track);
      return { ...answerOf(track), IsOpen: track.is_public && track.is_listed };
    },
    next: ({ IsOpen }, { id }) => (IsOpen ? routes.trackShow(id) : routes.home()),
  });

type Toggled = 'authorize' | 'consent' | 'withhold';

/**
 * What map authorization switches: first whether moderators let a waiting track be public, then whether a co-author consents to the
 * use of their name, then whether moderators withhold a public track.
 */
function toggled({ relation, hold, is_public }: StoredTrack): Toggled {
  if (relation.isModerator && hold === 'review') return 'authorize';
  if (mayAnswerInvitation(relation).ok || mayWithdraw(relation).ok) return 'consent';
  return relation.isModerator && is_public ? 'withhold' : 'consent';
}

const mayToggle = (track: StoredTrack): Verdict => {
  if (toggled(track) !== 'consent') return yes;
  const { relation } = track;
  return mayAnswerInvitation(relation).ok ? mayAnswerInvitation(relation) : mayWithdraw(relation);
};

const toggleAuthorization = action({
  touches: 'edition',
  input: z.object({ mapId: trackIdField, Reason: reasonField }),
  subject: (tx, { mapId }) => lockedTrack(tx, mapId),
  allow: (_, track) => mayToggle(track),
  async run(tx, track, { Reason }) {
    const what = toggled(track);
    const isOn = what === 'authorize' || (what === 'consent' && track.relation.isPending);
    // the call has no reason of its own
    if (what === 'authorize') await performOn(tx, authorize, track, Reason || 'The track is approved.');
    else if (what === 'withhold')
      await performOn(tx, withhold, track, Reason || 'The track is held for review again.');
    else if (isOn) await acceptInvitation(tx, track);
    else await suspendAuthorship(tx, track);
    return { ...answerOf(track), IsPending: !isOn, IsAuthorized: isOn };
  },
  next: (_, { mapId }) => routes.trackShow(mapId),
});

/** The routes for invited users and co-authors. */
export const authorRoutes: RouteTable = {
  [post(routes.trackAuthorAccept)]: accept,
  [post(routes.trackAuthorDecline)]: part(({ relation }) => mayAnswerInvitation(relation)),
  [post(routes.trackAuthorLeave)]: part(({ relation }) => mayWithdraw(relation)),
  [put(routes.mapAuthorization)]: toggleAuthorization,
};
