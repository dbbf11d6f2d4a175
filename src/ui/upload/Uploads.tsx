import { type ReactNode, type Ref, useEffect, useMemo, useRef, useState } from 'react';
import { isPlainClick, on } from '#ui/dom.ts';
import { Question } from '#ui/Question.tsx';
import { DropZone } from './DropZone.tsx';
import type { Picked } from './dropped-files.ts';
import { countEntries, type FileEntry, type UploadWords } from './file-entries.ts';
import { UploadBar } from './UploadBar.tsx';

/** The texts of a page, which name what is uploaded. */
interface UploadTexts extends UploadWords {
  /** the button, e.g. Publish, and while it works */
  readonly act: string;
  readonly doing: string;
  /** of the two inputs */
  readonly label: string;
  readonly folderLabel: string;
  /** e.g. .Challenge.Gbx files */
  readonly what: string;
  /** the question before work is lost, and what is lost */
  readonly leaving: string;
  readonly lost: string;
}

interface Props {
  /** the uploads of useFileUploads */
  uploads: {
    readonly entries: readonly FileEntry[];
    readonly unsaved: boolean;
    add(files: readonly File[]): number;
    tryAgain(): void;
  };
  texts: UploadTexts;
  /** the page for many files offers a folder first */
  many: boolean;
  listRef?: Ref<HTMLDivElement>;
  onPublish: () => void;
  /** a note above the files */
  note?: ReactNode;
  /** the panels of the files */
  children: ReactNode;
}

const count = (number: number, one: string, several: string) =>
  number === 0 ? '' : number === 1 ? `1 ${one}` : `${number} ${several}`;

/** A page that uploads files: choose or drop them, see what each is in its panel, publish them. */
export function Uploads({ uploads, texts, many, listRef, onPublish, note, children }: Props) {
  const { entries, unsaved, add, tryAgain } = uploads;
  const [message, setMessage] = useState('');
  const guard = useLeaveGuard(unsaved);
  const counts = useMemo(() => countEntries(entries), [entries]);
  const pick = ({ files, leftOut }: Picked) => {
    const known = add(files);
    const parts = [
      count(leftOut, 'other file in the folder was skipped.', 'other files in the folder were skipped.'),
      count(known, 'file was already listed.', 'files were already listed.'),
    ];
    setMessage(parts.filter(Boolean).join(' '));
  };
  return (
    <div className="upload">
      {note}
      <DropZone words={texts} files={entries.map(({ fileName }) => fileName)} many={many} onPick={pick} />
      <div ref={listRef} className="upload__list">
        {children}
      </div>
      <UploadBar
        words={texts}
        counts={counts}
        message={message}
        onPublish={onPublish}
        onTryAgain={() => tryAgain()}
      />
      {guard.wanted !== null && (
        <Question
          title={texts.leaving}
          no="Cancel"
          yes="Leave the page"
          onClose={guard.stay}
          onYes={guard.leave}
        >
          <p>{texts.lost}</p>
        </Question>
      )}
    </div>
  );
}

/**
 * Asks before unsaved work is lost: closing or reloading the page uses the browser's dialog, a link of the page uses ours, which can
 * name what is lost. Returns the requested destination and functions to continue.
 */
function useLeaveGuard(unsaved: boolean) {
  const [wanted, setWanted] = useState<string | null>(null);
  const leaving = useRef(false);

  useEffect(() => {
    if (!unsaved) return;
    const guarding = new AbortController();
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!leaving.current) event.preventDefault();
    };
    const onClick = (link: HTMLAnchorElement, event: MouseEvent) => {
      if (!leavesPage(event, link)) return;
      event.preventDefault();
      setWanted(link.href);
    };
    addEventListener('beforeunload', onUnload, guarding);
    on(document, 'click', 'a[href]', HTMLAnchorElement, onClick, guarding);
    return () => guarding.abort();
  }, [unsaved]);

  return {
    wanted,
    stay: () => setWanted(null),
    leave() {
      if (wanted === null) return;
      leaving.current = true;
      location.assign(wanted);
    },
  };
}

/** A plain click on a link that would replace this page. */
function leavesPage(event: MouseEvent, link: HTMLAnchorElement): boolean {
  if (event.defaultPrevented || !isPlainClick(event) || link.hasAttribute('download')) return false;
  if (link.target !== '' && link.target !== '_self') return false;
  const { origin, pathname, search } = new URL(link.href);
  const isHere = origin === location.origin && pathname === location.pathname && search === location.search;
  return !isHere;
}
