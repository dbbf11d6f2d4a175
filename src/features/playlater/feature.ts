import { feature } from '#platform/feature.ts';
import { type PlayLaterReactions, playLaterEndpoints } from './server/endpoints.ts';
import { playLaterData } from './server/personal.ts';

/** The Play Later list of a user. */
export const playLater = (reactions: PlayLaterReactions) =>
  feature({
    name: 'playlater',
    uses: ['users'],
    routes: playLaterEndpoints(reactions),
    personalData: [playLaterData],
  });
