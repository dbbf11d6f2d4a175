import { feature } from '#platform/feature.ts';

/** The quick search in the header of every page. */
export const search = feature({ name: 'search', uses: ['users', 'tracks', 'videos', 'shortcuts'] });
