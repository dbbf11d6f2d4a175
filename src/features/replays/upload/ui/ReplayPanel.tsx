import { memo } from 'react';
import type { PostedReplay, ReplayAnalysis } from '#features/replays/upload/analysis.ts';
import { Issues } from '#features/tracks/file/ui/analysis-views.tsx';
import { stripGameText } from '#lib/game-text/parse.ts';
import { routes } from '#routes/routes.ts';
import { FilePanel } from '#ui/upload/FilePanel.tsx';
import type { FileEntry } from '#ui/upload/file-entries.ts';
import { boundLoginText, outcomeText, resultText, worthFacts } from './worth.ts';

type Entry = FileEntry<ReplayAnalysis, PostedReplay>;

interface Props {
  entry: Entry;
  onToggle: (id: number, open: boolean) => void;
  onRetry: (ids: readonly number[]) => void;
  onRemove: (entry: Entry) => void;
}

/** One replay: its track, its worth and its issues. */
export const ReplayPanel = memo(function ReplayPanel({ entry, onToggle, onRetry, onRemove }: Props) {
  const { stage, fileName } = entry;
  const analysis = stage.at === 'ready' || stage.at === 'sending' ? stage.analysis : null;
  const track = analysis?.Track ? stripGameText(analysis.Track.TrackName) : '';
  return (
    <FilePanel
      entry={entry}
      title={stage.at === 'published' ? stage.done.TrackName : track || fileName}
      namesFile={track !== ''}
      result={stage.at === 'published' ? outcomeText(stage.done) : analysis && resultText(analysis)}
      doing="Posting…"
      blocked="Can’t be uploaded"
      ready={(_, problem) =>
        problem ? { label: 'Not uploaded', tone: 'bad' } : { label: 'Ready', tone: 'ok' }
      }
      published={() => ({ label: 'Uploaded', tone: 'ok' })}
      page={({ TrackId }) => routes.trackShow(TrackId)}
      facts={(read) => (
        <>
          <dl className="upload__facts">
            {worthFacts(read).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="n">{value}</dd>
              </div>
            ))}
          </dl>
          <Issues issues={read.Issues} />
        </>
      )}
      outcome={(done) => <Posted done={done} />}
      onToggle={onToggle}
      onRetry={onRetry}
      onRemove={() => onRemove(entry)}
    />
  );
});

/** The result of posting a replay. */
export function Posted({ done }: { done: PostedReplay }) {
  const bound = boundLoginText(done);
  return (
    <p className="note note--ok">
      <span>
        Uploaded on{' '}
        <a dir="auto" href={routes.trackShow(done.TrackId)}>
          {done.TrackName}
        </a>
        : {outcomeText(done)}.
        {bound === null ? null : (
          <>
            {' '}
            {bound} <a href={routes.account()}>Your logins</a>
          </>
        )}
      </span>
    </p>
  );
}
