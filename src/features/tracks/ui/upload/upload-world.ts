import type { SettingsContext } from '#features/tracks/settings.ts';

/** What the server tells the upload page: the same for every file on it, as long as the page lives. */
export interface UploadWorld {
  readonly token: string;
  readonly tags: readonly { readonly id: number; readonly name: string }[];
  readonly uploader: { readonly userId: number; readonly name: string };
  readonly mostPictures: number;
  /** the trackpack all of it is for */
  readonly pack: { readonly packId: number; readonly name: string; readonly isManager: boolean } | null;
}

/** The rules of the settings as they hold now. */
export const rulesNow = ({ uploader, mostPictures, tags }: UploadWorld): Omit<SettingsContext, 'file'> => ({
  now: new Date(),
  uploaderId: uploader.userId,
  mostPictures,
  tagIds: tags.map(({ id }) => id),
});
