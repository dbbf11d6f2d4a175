import type { PostedReplay, ReplayAnalysis } from '#features/replays/upload/analysis.ts';
import { routes } from '#routes/routes.ts';
import { type FileEntry, type FileEvent, keyOf, nextFiles } from '#ui/upload/file-entries.ts';
import { Uploads } from '#ui/upload/Uploads.tsx';
import { useFileUploads } from '#ui/upload/use-file-uploads.ts';
import { ReplayPanel } from './ReplayPanel.tsx';

interface Props {
  /** the track on whose page it is; null: each replay finds its own */
  trackId: number | null;
  /** the secret of an unlisted track's link */
  trackKey: string | null;
}

type Entry = FileEntry<ReplayAnalysis, PostedReplay>;

const texts = {
  label: 'Replay files',
  folderLabel: 'Folder of replays',
  what: '.Replay.Gbx files',
  one: 'replay',
  many: 'replays',
  done: 'uploaded',
  act: 'Upload',
  doing: 'Uploading…',
  leaving: 'Leave without uploading?',
  lost: 'You’ll lose replays you haven’t uploaded.',
};
const next = (entries: readonly Entry[], event: FileEvent<ReplayAnalysis, PostedReplay>) =>
  nextFiles(entries, event, (entry: Entry) => entry);

/** The fields ReplayEntries[i].UploadKey of analysed replays. */
function formOf(entries: readonly Entry[]): FormData {
  const form = new FormData();
  entries.forEach(({ stage }, index) => {
    if (stage.at === 'ready' || stage.at === 'sending')
      form.append(`ReplayEntries[${index}].UploadKey`, stage.analysis.UploadKey ?? '');
  });
  return form;
}

/** Choose or drop replays, see what each is worth, post them. */
export function ReplayUpload({ trackId, trackKey }: Props) {
  const page = routes.replayUpload(trackId, trackKey);
  const [, search] = page.split('?');
  const uploads = useFileUploads<ReplayAnalysis, PostedReplay, Entry, never>(
    {
      analysePath: routes.replayUploadAnalyse() + (search ? `?${search}` : ''),
      fileField: 'ReplayFile',
      publishPath: page,
      perForm: 10,
    },
    next,
  );
  const { entries, toggle, remove, tryAgain, publish } = uploads;
  const ready = entries.filter((entry) => keyOf(entry) !== null);
  return (
    <Uploads uploads={uploads} texts={texts} many={false} onPublish={() => void publish(ready, formOf)}>
      {entries.map((entry) => (
        <ReplayPanel
          key={entry.id}
          entry={entry}
          onToggle={toggle}
          onRetry={tryAgain}
          onRemove={({ id }) => remove([id])}
        />
      ))}
    </Uploads>
  );
}
