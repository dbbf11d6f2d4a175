import { Icon } from '#ui/Icon.tsx';
import { chosenLabel, droppedFiles, type Picked, sorted } from './dropped-files.ts';
import { useChosenFiles, useDroppedFiles } from './use-files.ts';

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
  const isOver = useDroppedFiles(null, async (dropped) => onPick(await droppedFiles(dropped)));
  const chosen = useChosenFiles((files) => onPick(sorted(files, [])));
  const chosenFolder = useChosenFiles((files) => onPick(sorted([], files)));

  const folder = (
    <span className="file" key="folder">
      <span className="btn" aria-hidden="true">
        Choose a folder
      </span>
      <input
        {...chosenFolder}
        type="file"
        // supported by every browser but missing in React's types
        {...{ webkitdirectory: '' }}
        aria-label={words.folderLabel}
      />
    </span>
  );
  return (
    <div className={isOver ? 'drop is-over' : 'drop'}>
      <Icon name="upload" />
      <span>Drop {words.what} or a folder anywhere on this page</span>
      {many ? folder : null}
      <span className="file" key="files">
        <span className="btn" aria-hidden="true">
          Choose files
        </span>
        <input {...chosen} type="file" multiple accept=".gbx" aria-label={words.label} />
      </span>
      {many ? null : folder}
      <span className="file__name">{chosenLabel(files)}</span>
    </div>
  );
}
