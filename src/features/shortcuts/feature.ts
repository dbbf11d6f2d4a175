import { feature } from '#platform/feature.ts';

/** Keyboard shortcuts. */
export const shortcuts = feature({ name: 'shortcuts' });
