/** Who tries: what somebody is to the track, in the order of the columns of table.ts. */
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

/** What the track is like. `with its key`: an unlisted one, reached by its secret link. */
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
