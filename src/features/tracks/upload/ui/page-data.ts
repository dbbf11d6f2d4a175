import type { SettingsContext } from '#features/tracks/settings.ts';

/** Data from the server for the upload page, the same for all files. */
export interface UploadPageData {
  readonly tags: readonly { readonly id: number; readonly name: string }[];
  readonly uploader: { readonly userId: number; readonly name: string };
  readonly maxPictures: number;
  /** the upload pages of the other editions */
  readonly editions: readonly { readonly code: string; readonly name: string; readonly href: string }[];
  /** the trackpack to upload into */
  readonly pack: { readonly packId: number; readonly name: string; readonly isManager: boolean } | null;
}

/** The current rules for settings. */
export const rulesNow = ({ uploader, maxPictures, tags }: UploadPageData): Omit<SettingsContext, 'file'> => ({
  now: new Date(),
  uploaderId: uploader.userId,
  maxPictures,
  tagIds: tags.map(({ id }) => id),
});
