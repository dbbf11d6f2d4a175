import { useMemo, useState } from 'react';
import type { PostedReplay, ReplayAnalysis } from '#features/replays/upload/analysis.ts';
import { routes } from '#routes/routes.ts';
import { Question } from '#ui/Question.tsx';
import { DropZone } from '#ui/upload/DropZone.tsx';
import type { Picked } from '#ui/upload/dropped-files.ts';
import { countEntries, keyOf } from '#ui/upload/entry-counts.ts';
import { type FileEntry, type FileEvent, nextFiles } from '#ui/upload/file-entries.ts';
import { UploadBar } from '#ui/upload/UploadBar.tsx';
import { useFileUploads } from '#ui/upload/use-file-uploads.ts';
import { useLeaveGuard } from '#ui/upload/use-leave-guard.ts';
import { ReplayPanel } from './ReplayPanel.tsx';
import { replayEntriesForm } from './replay-form.ts';

interface Props {
  /** the track on whose page it is; null: each replay finds its own */
  trackId: number | null;
  /** the secret of an unlisted track's link */
  trackKey: string | null;
}

type Entry = FileEntry<ReplayAnalysis, PostedReplay>;

const zone = { label: 'Replay files', folderLabel: 'Folder of replays', what: '.Replay.Gbx files' };
const words = { one: 'replay', many: 'replays', done: 'posted', act: 'Post', doing: 'Posting…' };
const next = (entries: readonly Entry[], event: FileEvent<ReplayAnalysis, PostedReplay>) =>
  nextFiles(entries, event, (entry: Entry) => entry);
const others = (count: number, one: string, several: string) =>
  count === 0 ? '' : count === 1 ? `1 ${one}` : `${count} ${several}`;

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
  const { entries, unsaved, toggle, remove, tryAgain } = uploads;
  const [message, setMessage] = useState('');
  const guard = useLeaveGuard(unsaved);
  const counts = useMemo(() => countEntries(entries), [entries]);

  const pick = ({ files, leftOut }: Picked) => {
    const known = uploads.add(files);
    const parts = [
      others(leftOut, 'other file in the folder was left out.', 'other files in the folder were left out.'),
      others(known, 'file was listed already.', 'files were listed already.'),
    ];
    setMessage(parts.filter(Boolean).join(' '));
  };
  const post = () =>
    void uploads.publish(
      entries.filter((entry) => keyOf(entry) !== null),
      replayEntriesForm,
    );

  return (
    <div className="upload">
      <DropZone words={zone} files={entries.map(({ fileName }) => fileName)} many={false} onPick={pick} />
      <div className="upload__list">
        {entries.map((entry) => (
          <ReplayPanel
            key={entry.id}
            entry={entry}
            onToggle={toggle}
            onRetry={tryAgain}
            onRemove={({ id }) => remove([id])}
          />
        ))}
      </div>
      <UploadBar
        words={words}
        counts={counts}
        message={message}
        onPublish={post}
        onTryAgain={() => tryAgain()}
      />
      {guard.wanted !== null && (
        <Question
          title="Leave without posting?"
          no="Stay here"
          yes="Leave the page"
          onClose={guard.stay}
          onYes={guard.leave}
        >
          <p>Replays that are not posted yet are lost if you leave this page.</p>
        </Question>
      )}
    </div>
  );
}
