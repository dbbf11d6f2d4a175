/** Days within which the owner of a closed account can change their mind. */
export const daysToReturn = 14;
/** Days for which the name of a user who renamed themselves, or left, stays reserved. */
export const nameReservedDays = 90;
/** Days between two changes of a name. */
export const daysBetweenRenames = 30;
/** Days for which an export can be downloaded. */
export const exportDays = 7;

/** What happens to an account with this choice, as sentences for the form and the mail. */
export const trackChoices = {
  kept: {
    label: 'Keep my tracks, replays and trackpacks',
    meaning:
      'They stay on the site under the name “Deleted user”, with their awards and records, but without what you wrote about them. Nobody can tell that they were yours, except from the files, which contain what the game wrote into them.',
  },
  removed: {
    label: 'Remove my tracks, replays and trackpacks',
    meaning:
      'They are hidden now and erased with the account, together with the comments, awards and replays of others on these tracks. Tracks that you built with others, and trackpacks that others manage with you, stay under the name “Deleted user”.',
  },
} as const;

export type TrackChoice = keyof typeof trackChoices;
