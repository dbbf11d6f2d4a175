import type { FileEntry } from '#ui/upload/file-entries.ts';

/** The fields ReplayEntries[i].UploadKey of analysed replays. */
export function replayEntriesForm(entries: readonly FileEntry[]): FormData {
  const form = new FormData();
  entries.forEach(({ stage }, index) => {
    if (stage.at === 'ready' || stage.at === 'sending')
      form.append(`ReplayEntries[${index}].UploadKey`, stage.analysis.UploadKey ?? '');
  });
  return form;
}
