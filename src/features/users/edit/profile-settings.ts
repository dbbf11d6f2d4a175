import { cleanMessage, countCharacters } from '#lib/bbcode/typed.ts';
import { skeleton } from '#lib/confusables/skeleton.ts';
import { foldLetters } from '#lib/game-text/fold.ts';
import { invisibleMistake, withoutLoneJoiners } from '#lib/game-text/invisible.ts';
import { z } from '#lib/wire/z.ts';
import { addressProblem } from './address.ts';

export const maxAboutCharacters = 4000;
export const maxTitleCharacters = 30;

/** The settings of a user's page, except its pictures. '' means none. */
export interface ProfileSettings {
  /** BB-code */
  About: string;
  /** the line below the name */
  Title: string;
  /** in lower case */
  Address: string;
}

export const titleIsRole = 'A title can’t look like a role.';

/** Words of a title that readers would take for a role. */
const roleWords = ['administrator', 'admin', 'moderator', 'siteleader', 'crew', 'supporter'];

/** The letters of a text, with look-alikes replaced. */
const bare = (text: string) => skeleton(foldLetters(text)).replace(/[^\p{L}]/gu, '');

const claimsRole = (title: string): boolean => {
  const seen = bare(title);
  return roleWords.some((word) => seen.includes(bare(word)));
};

const cleanTitle = (text: string) => withoutLoneJoiners(cleanMessage(text)).replace(/\s+/g, ' ').trim();

/** The error in a title, as a sentence; null if there is none. */
function titleProblem(title: string): string | null {
  if (countCharacters(title) > maxTitleCharacters) return `Use at most ${maxTitleCharacters} characters.`;
  return invisibleMistake('A title', title) ?? (claimsRole(title) ? titleIsRole : null);
}

const checked = (problemOf: (text: string) => string | null) => (text: string, issue: z.RefinementCtx) => {
  const message = text === '' ? null : problemOf(text);
  if (message) issue.addIssue({ code: 'custom', message });
};

/** The rules for these settings. A missing field does not change. */
export const profileSettings = z.object({
  About: z
    .string()
    .transform(cleanMessage)
    .refine(
      (text) => countCharacters(text) <= maxAboutCharacters,
      `max. ${maxAboutCharacters} characters long.`,
    )
    .optional(),
  Title: z.string().transform(cleanTitle).superRefine(checked(titleProblem)).optional(),
  Address: z
    .string()
    .transform((text) => text.trim().toLowerCase())
    .superRefine(checked(addressProblem))
    .optional(),
});
