import { path } from './path.ts';

/** What scripts of every page request: imported from here, these do not bring all other addresses into that page. */
export const basePaths = {
  viewer: path('/api/viewer'),
  health: path('/api/health'),
} as const;
