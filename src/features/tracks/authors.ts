import { hasInvisible } from '#lib/game-text/invisible.ts';
import { z } from '#lib/wire/z.ts';

/** Limits of the author list. */
export const mostAuthors = 200;
export const mostRoleCharacters = 100;

/** Messages of the author editor. */
export const authorMessages = {
  double: 'User is already listed as co-author.',
  tooMany: `Maximum of ${mostAuthors} authors exceeded.`,
  uploader: 'The uploader is already listed.',
  unknown: 'There is no user with exactly this name.',
  role: `A role has at most ${mostRoleCharacters} characters.`,
  invisible: 'A role cannot contain invisible characters.',
} as const;

/** A co-author in the editor. The uploader is not included, because they cannot be removed. */
export interface AuthorEntry {
  userId: number;
  name: string;
  /** '' if there is none */
  role: string;
  /** has not accepted yet */
  isPending: boolean;
}

/** A co-author as forms send them. */
export interface AuthorSetting {
  UserId: number;
  Role: string;
}

/** The number of characters in code points. */
const characters = (text: string) => Array.from(text).length;
const cleanRole = (text: string) =>
  text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();

const sentAuthors = z
  .array(
    z.object({
      UserId: z.int({ error: authorMessages.unknown }).positive({ error: authorMessages.unknown }),
      Role: z
        .string()
        .transform(cleanRole)
        .refine((role) => characters(role) <= mostRoleCharacters, authorMessages.role)
        .refine((role) => !hasInvisible(role), authorMessages.invisible),
    }),
  )
  .max(mostAuthors, authorMessages.tooMany);

/** All authors except the uploader, in the order of mention; the same in the browser and on the server. */
export function authorsSettings({ uploaderId }: { uploaderId: number }) {
  return sentAuthors.superRefine((authors, issue) => {
    const seen = new Set<number>();
    authors.forEach(({ UserId }, index) => {
      const message =
        UserId === uploaderId ? authorMessages.uploader : seen.has(UserId) ? authorMessages.double : null;
      if (message) issue.addIssue({ code: 'custom', message, path: [index, 'UserId'] });
      seen.add(UserId);
    });
  }) satisfies z.ZodType<AuthorSetting[]>;
}

export type Added = { ok: true; authors: AuthorEntry[] } | { ok: false; message: string };

/** The list with one more pending co-author at its end; or why not. */
export function withAuthor(
  authors: readonly AuthorEntry[],
  person: { userId: number; name: string },
  uploaderName: string,
): Added {
  if (person.name === uploaderName) return { ok: false, message: authorMessages.uploader };
  if (authors.some(({ userId }) => userId === person.userId))
    return { ok: false, message: authorMessages.double };
  if (authors.length >= mostAuthors) return { ok: false, message: authorMessages.tooMany };
  return { ok: true, authors: [...authors, { ...person, role: '', isPending: true }] };
}

/** The label of an author's state. */
export const authorLabel = (author: { isUploader?: boolean; isPending: boolean }): string =>
  author.isUploader ? 'Uploader' : author.isPending ? 'Pending' : 'Co-Author';

/** The fields of one co-author in a form; `prefix` such as `TrackEntries[0].`. */
export const authorFieldNames = (prefix: string, index: number) => ({
  userId: `${prefix}Authors[${index}].UserId`,
  role: `${prefix}Authors[${index}].Role`,
});
