/** What an API token permits, by the names in forms and in the table. */
export const tokenScopes = {
  records: 'Send online records from game servers',
  tracks: 'Upload tracks and new versions, and edit, release, delete and restore your own',
  replays: 'Upload replays, and delete and restore your own',
  comments: 'Write comments and awards, and edit and delete your own',
  packs: 'See and change the tracks of packs you manage, and submit tracks to packs',
  playlater: 'See and change your Play later',
  messages: 'Read your private messages',
  profile: 'Change your profile, avatar and banner',
} as const;

export type TokenScope = keyof typeof tokenScopes;
export const tokenScopeNames = Object.keys(tokenScopes) as [TokenScope, ...TokenScope[]]; // its keys, of which there is at least one
