/** Permission levels. 4 to 6 are granted; lower ones follow from the account. */
export const Level = {
  visitor: 0,
  basic: 1,
  standard: 2,
  trusted: 3,
  moderator: 4,
  siteLeader: 5,
  administrator: 6,
} as const;
export type Level = (typeof Level)[keyof typeof Level];

/** True for moderators and every level above. */
export const isModerator = ({ level }: { readonly level: number }): boolean => level >= Level.moderator;

/** Who has at least a level, by its number: the users that a board of the forum is open to. */
export const audienceNames = [
  'Everyone',
  'Everyone signed in',
  'Confirmed accounts',
  'Trusted users',
  'Moderators',
  'Site leaders',
] as const;
