import { useEffect, useRef } from 'react';
import { type Counts, progressText, type UploadWords } from './file-entries.ts';

interface Props {
  counts: Counts;
  words: UploadWords & {
    /** the button, e.g. Publish, and while it works */
    readonly act: string;
    readonly doing: string;
  };
  /** files that were skipped or listed twice, as text */
  message: string;
  onPublish: () => void;
  onTryAgain: () => void;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Overall progress and the next action. Stays visible however long the list is. */
export function UploadBar({ counts, words, message, onPublish, onTryAgain }: Props) {
  const { files, reading, ready, sending, published, again } = counts;
  const busy = sending > 0;
  const progress = progressText(counts, words);
  const result = useRef<HTMLDivElement>(null);
  const main = useRef<HTMLButtonElement>(null);
  // a disabled button loses the focus; the result appears here
  useEffect(() => {
    const focused = document.activeElement;
    if (busy && (focused === main.current || focused === document.body)) result.current?.focus();
  }, [busy]);
  const tryAgain = () => {
    result.current?.focus(); // the button disappears
    onTryAgain();
  };
  return (
    <div className="upload__bar">
      <div className="upload__far" ref={result} tabIndex={-1}>
        {reading > 0 ? (
          <progress aria-label="Files read" value={files - reading} max={files} />
        ) : busy ? (
          <progress
            aria-label={`${capital(words.many)} ${words.done}`}
            value={published}
            max={published + sending + ready}
          />
        ) : null}
        {/* the changing numbers are hidden from screen readers, but their result is announced */}
        <span aria-hidden={reading > 0 || busy || undefined}>{progress}</span>
        <span className="sr" role="status">
          {reading > 0 || busy ? '' : progress}
        </span>
        <span role="status">{message}</span>
      </div>
      {again > 0 && !busy ? (
        <button type="button" className="btn" onClick={tryAgain}>
          {again > 1 ? `Try all ${again} again` : 'Try again'}
        </button>
      ) : null}
      <button
        type="button"
        className="btn btn--main"
        ref={main}
        disabled={ready === 0 || busy}
        onClick={onPublish}
      >
        {busy ? words.doing : ready > 1 ? `${words.act} ${ready} ${words.many}` : words.act}
      </button>
    </div>
  );
}
