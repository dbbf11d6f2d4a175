import type { PublishedTrack, UploadAnalysis } from '#features/tracks/file/analysis.ts';
import { changeEntry, type FileEntry, type FileEvent, nextFiles } from '#ui/upload/file-entries.ts';
import { type EntrySettings, untouched } from './upload-settings.ts';

/** One track being uploaded: its file and the author's settings. */
export interface Entry extends FileEntry<UploadAnalysis, PublishedTrack> {
  settings: EntrySettings;
  /** marks invalid fields even if untouched, because the author tried to publish */
  checked: boolean;
}

/** What happens to the settings of a track. */
export type SettingsEvent =
  | { type: 'edited'; id: number; settings: Partial<EntrySettings> }
  | { type: 'publish-requested'; wrong: ReadonlySet<number> };

export type EntryEvent = SettingsEvent | FileEvent<UploadAnalysis, PublishedTrack>;

const fresh = (entry: FileEntry<UploadAnalysis, PublishedTrack>): Entry => ({
  ...entry,
  settings: untouched,
  checked: false,
});

/** Returns the next list of entries. Pure: the island only renders and dispatches. */
export function nextEntries(entries: readonly Entry[], event: EntryEvent): readonly Entry[] {
  switch (event.type) {
    case 'edited':
      return changeEntry(entries, event.id, ['waiting', 'analysing', 'ready'], (entry) => ({
        ...entry,
        settings: { ...entry.settings, ...event.settings },
      }));
    case 'publish-requested':
      return entries.map((entry) =>
        entry.stage.at === 'ready'
          ? { ...entry, checked: true, open: entry.open || event.wrong.has(entry.id) }
          : entry,
      );
    case 'analysed':
      return changeEntry(nextFiles(entries, event, fresh), event.id, ['ready'], (entry) =>
        named(entry, event.analysis),
      );
    default:
      return nextFiles(entries, event, fresh);
  }
}

/** Keeps a name typed during the analysis. */
function named(entry: Entry, analysis: UploadAnalysis): Entry {
  const TrackName = entry.settings.TrackName || analysis.SuggestedTrackName;
  return { ...entry, settings: { ...entry.settings, TrackName } };
}
