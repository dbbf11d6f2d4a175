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
      'They stay on the site under the name “Deleted user”, with their awards and records but without your descriptions. Nothing shows that they were yours, except what the game wrote into the files.',
  },
  removed: {
    label: 'Remove my tracks, replays and trackpacks',
    meaning:
      'They’re hidden now and deleted with the account, with other people’s comments, awards and replays on these tracks. Tracks you built with others, and trackpacks others manage with you, stay under the name “Deleted user”.',
  },
} as const;

export type TrackChoice = keyof typeof trackChoices;
