import { authorFieldNames } from '#features/tracks/authors/authors.ts';
import { appendPictures } from '#features/tracks/pictures/pictures.ts';
import { type EntrySettings, type GlobalSettings, given } from './upload-settings.ts';

/** An entry whose file was analysed and whose settings are valid. */
export interface Publishable {
  readonly id: number;
  readonly uploadKey: string;
  readonly settings: EntrySettings;
}

/** The fields TrackEntries[i].X: each entry with its effective settings. */
export function publishForm(entries: readonly Publishable[], global: GlobalSettings): FormData {
  const form = new FormData();
  entries.forEach(({ uploadKey, settings }, index) => {
    const prefix = `TrackEntries[${index}].`;
    const { Tags = [], Authors = [], ScreenshotFiles: _, ...single } = given(settings, global);
    form.append(`${prefix}UploadKey`, uploadKey);
    form.append(`${prefix}CustomVisibility`, 'true');
    for (const [name, value] of Object.entries(single)) {
      if (value !== undefined && value !== null) form.append(prefix + name, String(value));
    }
    for (const tag of Tags) form.append(`${prefix}Tags`, String(tag));
    Authors.forEach(({ UserId, Role }, place) => {
      const names = authorFieldNames(prefix, place);
      form.append(names.userId, String(UserId));
      form.append(names.role, Role);
    });
    appendPictures(form, prefix, settings.ScreenshotFiles);
  });
  return form;
}
