import { feature } from '#platform/feature.ts';
import { type PlayLaterReactions, playLaterRoutes } from './server/endpoints.ts';
import { playLaterData } from './server/personal.ts';

/** The Play Later list of a user. */
export const playLater = (reactions: PlayLaterReactions) =>
  feature({
    name: 'playlater',
    uses: ['users'],
    routes: playLaterRoutes(reactions),
    personalData: [playLaterData],
  });
