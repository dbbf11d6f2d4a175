import type { Counts } from './entry-counts.ts';
import { progressWords } from './entry-counts.ts';

interface Props {
  counts: Counts;
  /** files that were skipped or listed twice, as text */
  said: string;
  onPublish: () => void;
  onTryAgain: () => void;
}

/** Overall progress and the next action. Stays visible however long the list is. */
export function UploadBar({ counts, said, onPublish, onTryAgain }: Props) {
  const { files, reading, ready, sending, published, again } = counts;
  const busy = sending > 0;
  const words = progressWords(counts);
  return (
    <div className="upload__bar">
      <div className="upload__far">
        {reading > 0 ? (
          <progress aria-label="Files read" value={files - reading} max={files} />
        ) : busy ? (
          <progress aria-label="Tracks published" value={published} max={published + sending + ready} />
        ) : null}
        {/* numbers that run are for the eye; what they came to is said */}
        <span aria-hidden={reading > 0 || busy || undefined}>{words}</span>
        <span className="sr" role="status">
          {reading > 0 || busy ? '' : words}
        </span>
        <span role="status">{said}</span>
      </div>
      {again > 0 && !busy ? (
        <button type="button" className="btn" onClick={onTryAgain}>
          {again > 1 ? `Try all ${again} again` : 'Try again'}
        </button>
      ) : null}
      <button type="button" className="btn btn--main" disabled={ready === 0 || busy} onClick={onPublish}>
        {busy ? 'Publishing…' : ready > 1 ? `Publish ${ready} tracks` : 'Publish'}
      </button>
    </div>
  );
}
