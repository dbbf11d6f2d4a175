/** The viewer's relation to the track, in the order of the columns of table.ts. */
export const roles = [
  'visitor',
  'stranger',
  'pending co-author',
  'co-author',
  'uploader',
  'pack manager',
  'moderator',
  'administrator',
] as const;
export type Role = (typeof roles)[number];

/** The state of the track. `with its key`: an unlisted one, opened with its secret link. */
export const situations = [
  'public',
  'unlisted',
  'with its key',
  'hidden',
  'deleted',
  'deleted by a moderator',
  'beta',
] as const;
export type Situation = (typeof situations)[number];
