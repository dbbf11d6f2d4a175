import { memo } from 'react';
import type { PostedReplay, ReplayAnalysis } from '#features/replays/upload/analysis.ts';
import { Issues } from '#features/tracks/file/ui/analysis-views.tsx';
import { formatBytes } from '#lib/format/bytes.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { routes } from '#routes/routes.ts';
import { blockingReason, canBeTriedAgain, isBlocked } from '#ui/upload/entry-counts.ts';
import type { FileEntry } from '#ui/upload/file-entries.ts';
import { Panel } from '#ui/upload/Panel.tsx';
import { Refusal } from '#ui/upload/Refusal.tsx';
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
  const { stage, fileName, fileSize, id } = entry;
  if (stage.at === 'refused')
    return (
      <Refusal
        fileName={fileName}
        problem={stage.problem}
        {...(canBeTriedAgain(entry) && { onRetry: () => onRetry([id]) })}
        onRemove={() => onRemove(entry)}
      />
    );
  const { label, tone } = stateOf(entry);
  const analysis = stage.at === 'ready' || stage.at === 'sending' ? stage.analysis : null;
  const reason = !entry.open && analysis ? blockingReason(analysis) : null;
  const result = stage.at === 'published' ? outcomeText(stage.done) : analysis && resultText(analysis);
  const track = analysis?.Track ? stripGameText(analysis.Track.TrackName) : '';
  return (
    <Panel
      name={fileName}
      title={stage.at === 'published' ? stage.done.TrackName : track || fileName}
      meta={reason ?? (track ? `${fileName} · ${formatBytes(fileSize)}` : formatBytes(fileSize))}
      open={entry.open}
      tone={tone}
      label={label}
      end={result === null ? null : <span className="time n">{result}</span>}
      onToggle={(open) => onToggle(id, open)}
    >
      {() => <Inside entry={entry} onRemove={onRemove} />}
    </Panel>
  );
});

function Inside({ entry, onRemove }: Pick<Props, 'entry' | 'onRemove'>) {
  const { stage, fileName, fileSize } = entry;
  switch (stage.at) {
    case 'waiting':
    case 'refused':
      return <Remove entry={entry} onRemove={onRemove} />;
    case 'analysing':
      return (
        <>
          <progress
            className="upload__progress"
            aria-label={`Sending ${fileName}`}
            value={Math.min(stage.sentBytes, fileSize)}
            max={fileSize || 1}
          />
          <Remove entry={entry} onRemove={onRemove} />
        </>
      );
    case 'published':
      return <Posted done={stage.done} />;
    case 'ready':
    case 'sending':
      return (
        <>
          <dl className="upload__facts">
            {worthFacts(stage.analysis).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="n">{value}</dd>
              </div>
            ))}
          </dl>
          <Issues issues={stage.analysis.Issues} />
          {stage.at === 'ready' && stage.problem ? (
            <p className="note note--bad" role="alert">
              <span>
                Error: {stage.problem.detail}{' '}
                {stage.problem.link ? <a href={stage.problem.link}>Show it</a> : null}
              </span>
            </p>
          ) : null}
          {stage.at === 'ready' ? <Remove entry={entry} onRemove={onRemove} /> : null}
        </>
      );
    default:
      return stage satisfies never;
  }
}

/** The result of posting a replay. */
export function Posted({ done }: { done: PostedReplay }) {
  const bound = boundLoginText(done);
  return (
    <p className="note note--ok">
      <span>
        Posted on <a href={routes.trackShow(done.TrackId)}>{done.TrackName}</a>: {outcomeText(done)}.
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

/** Label and colour of an entry's state. */
function stateOf({ stage, fileSize }: Entry): { label: string; tone: 'plain' | 'ok' | 'warn' | 'bad' } {
  switch (stage.at) {
    case 'waiting':
      return { label: 'Waiting', tone: 'plain' };
    case 'analysing': {
      const percent = Math.floor((100 * Math.min(stage.sentBytes, fileSize)) / (fileSize || 1));
      return { label: percent < 100 ? `Sending, ${percent} %` : 'Reading the file…', tone: 'plain' };
    }
    case 'sending':
      return { label: 'Posting…', tone: 'plain' };
    case 'published':
      return { label: 'Posted', tone: 'ok' };
    case 'refused':
      return { label: 'Refused', tone: 'bad' };
    case 'ready':
      if (isBlocked(stage.analysis)) return { label: 'Cannot be posted', tone: 'bad' };
      return stage.problem ? { label: 'Not posted', tone: 'bad' } : { label: 'Ready', tone: 'ok' };
    default:
      return stage satisfies never;
  }
}

function Remove({ entry, onRemove }: Pick<Props, 'entry' | 'onRemove'>) {
  return (
    <p className="upload__remove">
      <button
        type="button"
        className="btn"
        onClick={() => onRemove(entry)}
        aria-label={`Remove ${entry.fileName}`}
      >
        Remove
      </button>
    </p>
  );
}
