import { useMemo } from 'react';
import { authorFieldNames } from '#features/tracks/authors/authors.ts';
import type { PublishedTrack, UploadAnalysis } from '#features/tracks/file/analysis.ts';
import { appendPictures } from '#features/tracks/pictures/pictures.ts';
import { routes } from '#routes/routes.ts';
import { keyOf } from '#ui/upload/file-entries.ts';
import { useFileUploads } from '#ui/upload/use-file-uploads.ts';
import { type Entry, nextEntries, type SettingsEvent } from './entry-state.ts';
import { type EntrySettings, type GlobalSettings, given } from './upload-settings.ts';

/** The fields TrackEntries[i].X of analysed tracks: each with its effective settings. */
function publishForm(entries: readonly Entry[], global: GlobalSettings): FormData {
  const form = new FormData();
  entries.forEach(({ stage, settings }, index) => {
    if (stage.at !== 'ready' && stage.at !== 'sending') return;
    const prefix = `TrackEntries[${index}].`;
    const { Tags = [], Authors = [], ScreenshotFiles: _, ...single } = given(settings, global);
    form.append(`${prefix}UploadKey`, stage.analysis.UploadKey ?? '');
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

/** Runs the uploads of a page: analyses tracks as they are added, then publishes all that are ready. */
export function useUploads(packId: number | null) {
  const target = {
    analysePath: routes.trackUploadAnalyse(),
    fileField: 'TrackFile',
    publishPath: routes.trackUpload(packId ?? undefined),
    perForm: 4,
  };
  const uploads = useFileUploads<UploadAnalysis, PublishedTrack, Entry, SettingsEvent>(target, nextEntries);
  const { dispatch, publish } = uploads;
  const settings = useMemo(
    () => ({
      edit: (id: number, changed: Partial<EntrySettings>) =>
        dispatch({ type: 'edited', id, settings: changed }),
      mark: (wrong: ReadonlySet<number>) => dispatch({ type: 'publish-requested', wrong }),
      publish: (all: readonly Entry[], global: GlobalSettings) =>
        publish(
          all.filter((entry) => keyOf(entry) !== null),
          (some) => publishForm(some, global),
        ),
    }),
    [dispatch, publish],
  );
  return { ...uploads, ...settings };
}
