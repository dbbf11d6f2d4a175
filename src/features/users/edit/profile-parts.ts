/** Parts of a user's page that moderators remove, as sentences name them. */
export const profileParts = {
  avatar: 'picture',
  banner: 'banner',
  about: 'text about yourself',
  title: 'title',
  address: 'custom address',
} as const;

export type ProfilePart = keyof typeof profileParts;

/** Parts that are texts. */
export type TextPart = Exclude<ProfilePart, 'avatar' | 'banner'>;

export const isTextPart = (part: unknown): part is TextPart =>
  part === 'about' || part === 'title' || part === 'address';

/** Why acts of moderators on pages of users cannot be undone. */
export const irreversible = { 'profile.picture': 'The files of removed pictures are deleted.' } as const;
