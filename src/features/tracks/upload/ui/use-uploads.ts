import { useMemo } from 'react';
import type { PublishedTrack, UploadAnalysis } from '#features/tracks/file/analysis.ts';
import { routes } from '#routes/routes.ts';
import { keyOf } from '#ui/upload/entry-counts.ts';
import { useFileUploads } from '#ui/upload/use-file-uploads.ts';
import { type Entry, nextEntries, type SettingsEvent } from './entry-state.ts';
import { type Publishable, publishForm } from './publish-form.ts';
import type { EntrySettings, GlobalSettings } from './upload-settings.ts';

const publishable = (entries: readonly Entry[]): Publishable[] =>
  entries.flatMap((entry) =>
    entry.stage.at === 'sending' || entry.stage.at === 'ready'
      ? [{ id: entry.id, uploadKey: entry.stage.analysis.UploadKey ?? '', settings: entry.settings }]
      : [],
  );

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
          (some) => publishForm(publishable(some), global),
        ),
    }),
    [dispatch, publish],
  );
  return { ...uploads, ...settings };
}
