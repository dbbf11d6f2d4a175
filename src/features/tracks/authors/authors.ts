import {
  type PeopleRules,
  type PersonEntry,
  type PersonSetting,
  personMessages,
  withPerson,
} from '#features/users/people-picker/people-list.ts';

/** Maximum number of authors in addition to the uploader. */
export const maxAuthors = 200;

/** Messages of the author editor. */
export const authorMessages = {
  duplicate: 'User is already listed as co-author.',
  tooMany: `Maximum of ${maxAuthors} authors exceeded.`,
  uploader: 'The uploader is already listed.',
  ...personMessages,
} as const;

/** Of the author editor and of forms. */
export const authorRules: PeopleRules = {
  most: maxAuthors,
  messages: { ...authorMessages, first: authorMessages.uploader },
};

/** A co-author in the editor. The uploader is not included, because they cannot be removed. */
export interface AuthorEntry extends PersonEntry {
  /** has not accepted yet */
  isPending: boolean;
}

/** A co-author as forms send them. */
export type AuthorSetting = PersonSetting;

/** The list with one more pending co-author at its end; or why not. */
export const withAuthor = (
  authors: readonly AuthorEntry[],
  person: { userId: number; name: string },
  uploaderName: string,
) => withPerson(authorRules, authors, { ...person, role: '', isPending: true }, uploaderName);

/** The co-authors of a track: its own, and those of all tracks in the upload who are not among them. */
export const withAuthorsOfAll = (
  own: readonly AuthorSetting[],
  ofAll: readonly AuthorSetting[],
): AuthorSetting[] => [
  ...own,
  ...ofAll.filter(({ UserId }) => !own.some((author) => author.UserId === UserId)),
];

/** The label of an author's state. */
export const authorLabel = (author: { isUploader?: boolean; isPending: boolean }): string =>
  author.isUploader ? 'Uploader' : author.isPending ? 'Pending' : 'Co-Author';

/** The fields of one co-author in a form; `prefix` such as `TrackEntries[0].`. */
export const authorFieldNames = (prefix: string, index: number) => ({
  userId: `${prefix}Authors[${index}].UserId`,
  role: `${prefix}Authors[${index}].Role`,
});
