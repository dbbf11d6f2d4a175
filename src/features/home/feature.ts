import { feature } from '#platform/feature.ts';

/** The front page. */
export const home = feature({ name: 'home', uses: ['*'] });
