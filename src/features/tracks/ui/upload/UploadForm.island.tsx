import { useEffect, useRef, useState } from 'react';
import { settingErrors } from '#features/tracks/settings.ts';
import { EntryPanel } from './EntryPanel.tsx';
import { type Entry, isBlocked } from './entry-state.ts';
import { useUploads } from './use-uploads.ts';

interface Props {
  token: string;
  tags: readonly { id: number; name: string }[];
}

const errorsOf = (entry: Entry) => settingErrors(entry.settings, entry.fileName);
const isComplete = (entry: Entry) => Object.keys(errorsOf(entry)).length === 0;

const chosen = (files: number) =>
  files === 0 ? '(no file selected)' : files === 1 ? '1 file chosen' : `${files} files chosen`;

/** Choose or drop tracks, see at once what they are, say what the file cannot, publish. */
export function UploadForm({ token, tags }: Props) {
  const uploads = useUploads(token, isComplete);
  const [dragging, setDragging] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { entries } = uploads;

  const take = (element: HTMLInputElement) => {
    uploads.add(element.files ?? []);
    element.value = ''; // so that the same file can be chosen again
  };
  const takeEarly = useRef(take);
  // files chosen while the page was still waking up are not lost
  useEffect(() => {
    if (input.current?.files?.length) takeEarly.current(input.current);
  }, []);
  const ready = entries.filter(({ stage }) => stage.at === 'ready' && !isBlocked(stage.analysis)).length;
  const busy = entries.some(({ stage }) => stage.at === 'sending');

  const publish = async () => {
    const incomplete = await uploads.publish();
    if (!incomplete) return;
    // after React has marked the fields
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };

  return (
    <div className="upload">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first */}
      <div
        className={dragging ? 'drop is-over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setDragging(true);
        }}
        onDragLeave={() => setDragging(false)}
        onDrop={(event) => {
          event.preventDefault();
          setDragging(false);
          uploads.add(event.dataTransfer.files);
        }}
      >
        <span>Drop .Challenge.Gbx files here</span>
        <span className="file">
          <span className="btn" aria-hidden="true">
            Choose files
          </span>
          <input
            ref={input}
            type="file"
            multiple
            accept=".gbx"
            aria-label="Track files"
            onChange={(event) => take(event.target)}
          />
          <span className="file__name">{chosen(entries.length)}</span>
        </span>
      </div>
      <div ref={list} className="upload__list">
        {entries.map((entry) => (
          <EntryPanel
            key={entry.id}
            entry={entry}
            errors={entry.checked ? errorsOf(entry) : {}}
            tags={tags}
            onChange={(settings) => uploads.edit(entry.id, settings)}
            onRetry={() => uploads.retry(entry.id)}
            onRemove={() => uploads.remove(entry.id)}
          />
        ))}
      </div>
      <div className="upload__end">
        <button
          type="button"
          className="btn btn--main"
          disabled={ready === 0 || busy}
          onClick={() => void publish()}
        >
          {busy ? 'Publishing…' : ready > 1 ? `Publish ${ready} tracks` : 'Publish'}
        </button>
      </div>
    </div>
  );
}
