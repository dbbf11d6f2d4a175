import { z } from 'zod';
import { type Verdict, yes } from '#lib/rules/verdict.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { routes } from '#routes.ts';
import { mayAnswerInvitation, mayWithdraw } from '../../rights.ts';
import { heldTrack, type StoredTrack } from '../repo.ts';
import { answerOf, trackIdField } from './acts.ts';
import { acceptInvitation, endAuthorship, suspendAuthorship } from './invitations.ts';

/** Accepting again is not an error: a second press of the button. */
const mayAccept = ({ relation }: StoredTrack): Verdict => {
  const right = mayAnswerInvitation(relation);
  return right.ok || !mayWithdraw(relation).ok ? right : yes;
};

const accept = action({
  input: z.object({ id: trackIdField }),
  subject: (tx, { id }) => heldTrack(tx, id),
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
    input: z.object({ id: trackIdField }),
    subject: (tx, { id }) => heldTrack(tx, id),
    allow: (_, track) => rule(track),
    async run(tx, track) {
      await endAuthorship(tx, track);
      return { ...answerOf(track), IsOpen: track.is_public && track.is_listed };
    },
    next: ({ IsOpen }, { id }) => (IsOpen ? routes.trackShow(id) : routes.home()),
  });

/** Decision 51: a co-author authorizes the use of their name on a track, or withdraws it. */
const mayToggle = ({ relation }: StoredTrack): Verdict =>
  mayAnswerInvitation(relation).ok ? mayAnswerInvitation(relation) : mayWithdraw(relation);

const toggleAuthorization = action({
  input: z.object({ mapId: trackIdField }),
  subject: (tx, { mapId }) => heldTrack(tx, mapId),
  allow: (_, track) => mayToggle(track),
  async run(tx, track) {
    const { isPending } = track.relation;
    if (isPending) await acceptInvitation(tx, track);
    else await suspendAuthorship(tx, track);
    return { ...answerOf(track), IsPending: !isPending };
  },
  next: (_, { mapId }) => routes.trackShow(mapId),
});

/** The routes for invited users and co-authors. */
export const authorEndpoints: RouteTable = {
  'POST /trackauthor/:id/accept': accept,
  'POST /trackauthor/:id/decline': part(({ relation }) => mayAnswerInvitation(relation)),
  'POST /trackauthor/:id/leave': part(({ relation }) => mayWithdraw(relation)),
  'PUT /maps/toggleauthorization/:mapId': toggleAuthorization,
};
