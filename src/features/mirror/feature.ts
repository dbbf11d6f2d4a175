import { feature } from '#platform/feature.ts';
import { userClaimRoutes } from './server/claims/endpoints.ts';
import { type ClaimReactions, finishUserClaims } from './server/claims/hand-over.ts';
import { mirrorData } from './server/personal.ts';

/** Copies of other sites that speak the same API (`npm run mirror`), where they come from, and whose they are. */
export const mirrors = (reactions: ClaimReactions) =>
  feature({
    name: 'mirror',
    uses: ['accounts', 'users', 'tracks', 'replays', 'comments', 'packs'],
    routes: userClaimRoutes(reactions),
    jobs: [finishUserClaims(reactions)],
    personalData: [mirrorData],
  });
