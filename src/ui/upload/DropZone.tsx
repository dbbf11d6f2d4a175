import { useEffect, useRef, useState } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { chosenLabel, droppedFiles, type Picked, sorted } from './dropped-files.ts';

interface Props {
  /** names of the files in the form */
  files: readonly string[];
  /** the page for many files offers a folder first */
  many: boolean;
  words: {
    /** of the two inputs */
    readonly label: string;
    readonly folderLabel: string;
    /** e.g. .Challenge.Gbx files */
    readonly what: string;
  };
  onPick: (picked: Picked) => void;
}

/** Accepts files dropped anywhere on the page, chosen individually or as a folder. */
export function DropZone({ files, many, words, onPick }: Props) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const pick = useRef(onPick);
  pick.current = onPick;

  useEffect(() => {
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const onOver = (event: DragEvent) => {
      if (event.defaultPrevented || !holdsFiles(event)) return; // handled by a picture picker
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = async (event: DragEvent) => {
      setOver(false);
      if (event.defaultPrevented || !event.dataTransfer || !holdsFiles(event)) return;
      event.preventDefault();
      pick.current(await droppedFiles(event.dataTransfer));
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('dragover', onOver, { signal });
    document.addEventListener('dragleave', onLeave, { signal });
    document.addEventListener('drop', (event) => void onDrop(event), { signal });
    return () => listening.abort();
  }, []);

  const take = (element: HTMLInputElement, fromFolder: boolean) => {
    const all = [...(element.files ?? [])];
    pick.current(fromFolder ? sorted([], all) : sorted(all, []));
    element.value = ''; // so that the same files can be chosen again
  };
  const takeEarly = useRef(take);
  // keeps files chosen before hydration
  useEffect(() => {
    if (input.current?.files?.length) takeEarly.current(input.current, false);
    if (folderInput.current?.files?.length) takeEarly.current(folderInput.current, true);
  }, []);

  const folder = (
    <span className="file" key="folder">
      <span className="btn" aria-hidden="true">
        Choose a folder
      </span>
      <input
        ref={folderInput}
        type="file"
        // supported by every browser but missing in React's types
        {...{ webkitdirectory: '' }}
        aria-label={words.folderLabel}
        onChange={(event) => take(event.target, true)}
      />
    </span>
  );
  return (
    <div className={over ? 'drop is-over' : 'drop'}>
      <Icon name="upload" />
      <span>Drop {words.what} or a folder anywhere on this page</span>
      {many ? folder : null}
      <span className="file" key="files">
        <span className="btn" aria-hidden="true">
          Choose files
        </span>
        <input
          ref={input}
          type="file"
          multiple
          accept=".gbx"
          aria-label={words.label}
          onChange={(event) => take(event.target, false)}
        />
      </span>
      {many ? null : folder}
      <span className="file__name">{chosenLabel(files)}</span>
    </div>
  );
}
