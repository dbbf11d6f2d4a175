import { feature } from '#platform/feature.ts';
import { mirrorData } from './server/personal.ts';

/** Copies of other sites that speak the same API (`npm run mirror`), and where they come from. */
export const mirrors = feature({
  name: 'mirror',
  uses: ['accounts', 'tracks', 'replays', 'comments', 'packs'],
  personalData: [mirrorData],
});
