import { z } from 'zod';
import { act } from '#features/modlog/server/act.ts';
import type { Verdict } from '#lib/rules/verdict.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { irreversible } from '../../model.ts';
import { mayRelease, mayRenewLink } from '../../rights.ts';
import { lockedTrack, type StoredTrack, trackIdOf } from '../../server/repo.ts';
import {
  answerOf,
  performOn,
  reasonField,
  recordIfModeration,
  trackDoor,
  trackIdField,
} from '../../server/track-actions.ts';
import { releaseTrack, wasReleased } from './release.ts';
import { authorize, holdForReview, needsReview } from './review.ts';
import { renewLink } from './visibility.ts';

/** The forms of these actions are on the edit page of the track. */
const editPage = (_: URLSearchParams, { path }: HttpRequest) =>
  routes.trackEdit(trackIdOf(path.split('/').at(-1)));

const acted = z.object({ id: trackIdField, Reason: reasonField });

const releaseRule = (track: StoredTrack, relation = track.relation): Verdict =>
  mayRelease(relation, { wasReleased: wasReleased(track), isBeta: track.is_beta, hold: track.hold });

const released = 'The track is released.';

export const trackReleased = act({
  name: 'track.release',
  label: 'Released a track',
  group: 'released',
  cannot: irreversible['track.release'],
});

export const linkRenewed = act({
  name: 'track.link',
  label: 'Replaced a secret link',
  group: 'changed',
  cannot: irreversible['track.link'],
});

/** POST /trackrelease/:id: makes the track public and ends its beta state, or lets it wait for a moderator. */
const release = action({
  touches: 'edition',
  api: [
    {
      ...trackDoor,
      at: post(routes.apiTrackRelease),
      about: 'Releases one of your hidden or beta tracks, or lets it wait for a moderator.',
      output: trackDoor.output.extend({ Outcome: z.string() }),
    },
  ],
  input: acted,
  subject: (tx, { id }) => lockedTrack(tx, id),
  allow: (_, track) => releaseRule(track),
  async run(tx, track, { Reason }) {
    if (track.hold === 'review') {
      await performOn(tx, authorize, track, Reason);
      return { ...answerOf(track), Outcome: released };
    }
    const isFirst = !wasReleased(track) && !track.relation.isModerator;
    if (isFirst && (await needsReview(tx, track.uploader_id))) {
      await holdForReview(tx, track);
      return { ...answerOf(track), Outcome: 'This track is waiting for a moderator’s approval.' };
    }
    await releaseTrack(tx, track, false);
    await recordIfModeration(tx, trackReleased, track, {
      did: 'released',
      reason: Reason,
      rule: (relation) => releaseRule(track, relation),
    });
    return { ...answerOf(track), Outcome: released };
  },
  next: (_, { id }) => routes.trackShow(id),
  form: editPage,
});

/** POST /tracklink/:id: creates a new secret link; the old one stops working. */
const newLink = action({
  touches: 'edition',
  input: acted,
  subject: (tx, { id }) => lockedTrack(tx, id),
  allow: (_, { relation }) => mayRenewLink(relation),
  async run(tx, track, { id, Reason }) {
    await renewLink(tx, id);
    await recordIfModeration(tx, linkRenewed, track, {
      did: 'created a new secret link for',
      reason: Reason,
      rule: mayRenewLink,
    });
    return answerOf(track);
  },
  next: (_, { id }) => routes.trackEdit(id, 'link'),
  form: editPage,
});

/** Release and secret link. */
export const visibilityRoutes: RouteTable = {
  [post(routes.trackRelease)]: release,
  [post(routes.trackLink)]: newLink,
};
