import type { ReactNode } from 'react';
import { formatBytes } from '#lib/format/bytes.ts';
import type { ProblemBody } from '#lib/wire/problem.ts';
import { Icon } from '#ui/Icon.tsx';
import { type Analysed, blockingReason, canBeTriedAgain, type FileEntry, isBlocked } from './file-entries.ts';
import { Panel } from './Panel.tsx';

interface PanelState {
  readonly label: string;
  readonly tone: 'plain' | 'ok' | 'warn' | 'bad';
}

type WithIssues = Analysed & {
  readonly Issues: readonly { readonly Level: string; readonly Message: string }[];
};

interface Props<Analysis extends WithIssues, Done extends object> {
  entry: FileEntry<Analysis, Done>;
  title: string;
  /** whether the name of the file is shown next to its size, because it is not the title */
  namesFile: boolean;
  /** at the end of the head, such as a time */
  result: string | null;
  /** labels of an entry that is being published, and of one whose file is refused by a rule */
  doing: string;
  blocked: string;
  /** the state of an entry that can be published */
  ready: (analysis: Analysis, problem: ProblemBody | null) => PanelState;
  published: (done: Done) => PanelState;
  /** the page of what was published */
  page: (done: Done) => string;
  /** what was read from the file, and its issues */
  facts: (analysis: Analysis) => ReactNode;
  settings?: (analysis: Analysis) => ReactNode;
  outcome: (done: Done) => ReactNode;
  onToggle: (id: number, open: boolean) => void;
  onRetry: (ids: readonly number[]) => void;
  onRemove: () => void;
}

/** The panel of one file in its current stage; a card with the reason if it was refused. */
export function FilePanel<Analysis extends WithIssues, Done extends object>(props: Props<Analysis, Done>) {
  const { entry, title, namesFile, result, onToggle, onRetry, onRemove } = props;
  const { stage, fileName, id } = entry;
  if (stage.at === 'refused')
    return (
      <Refusal
        fileName={fileName}
        problem={stage.problem}
        {...(canBeTriedAgain(entry) && { onRetry: () => onRetry([id]) })}
        onRemove={onRemove}
      />
    );
  const { label, tone } = stateOf(props);
  const size = formatBytes(entry.fileSize);
  const reason = !entry.open && stage.at === 'ready' ? blockingReason(stage.analysis) : null;
  return (
    <Panel
      name={fileName}
      title={title}
      href={stage.at === 'published' ? props.page(stage.done) : undefined}
      meta={reason ?? (namesFile ? `${fileName} · ${size}` : size)}
      open={entry.open}
      tone={tone}
      label={label}
      end={result === null ? null : <span className="time n">{result}</span>}
      onToggle={(open) => onToggle(id, open)}
    >
      {() => <Contents {...props} />}
    </Panel>
  );
}

function Contents<Analysis extends WithIssues, Done extends object>(props: Props<Analysis, Done>) {
  const { entry, facts, settings, outcome, onRemove } = props;
  const { stage, fileName, fileSize } = entry;
  const remove = <Remove fileName={fileName} onRemove={onRemove} />;
  switch (stage.at) {
    case 'waiting':
    case 'refused':
      return remove;
    case 'analysing':
      return (
        <>
          <progress
            className="upload__progress"
            aria-label={`Sending ${fileName}`}
            value={Math.min(stage.sentBytes, fileSize)}
            max={fileSize || 1}
          />
          {remove}
        </>
      );
    case 'published':
      return outcome(stage.done);
    case 'ready':
    case 'sending':
      return (
        <>
          {facts(stage.analysis)}
          {stage.at === 'ready' && stage.problem ? (
            <p className="note note--bad" role="alert">
              <span>
                Error: {stage.problem.detail}{' '}
                {stage.problem.link ? <a href={stage.problem.link}>Show it</a> : null}
              </span>
            </p>
          ) : null}
          {settings?.(stage.analysis)}
          {stage.at === 'ready' ? remove : null}
        </>
      );
    default:
      return stage satisfies never;
  }
}

/** Label and colour of an entry's state. */
function stateOf<Analysis extends WithIssues, Done extends object>(props: Props<Analysis, Done>): PanelState {
  const { stage, fileSize } = props.entry;
  switch (stage.at) {
    case 'waiting':
      return { label: 'Waiting', tone: 'plain' };
    case 'analysing': {
      const percent = Math.floor((100 * Math.min(stage.sentBytes, fileSize)) / (fileSize || 1));
      return { label: percent < 100 ? `Sending, ${percent} %` : 'Reading the file…', tone: 'plain' };
    }
    case 'sending':
      return { label: props.doing, tone: 'plain' };
    case 'published':
      return props.published(stage.done);
    case 'refused':
      return { label: 'Refused', tone: 'bad' };
    case 'ready':
      return isBlocked(stage.analysis)
        ? { label: props.blocked, tone: 'bad' }
        : props.ready(stage.analysis, stage.problem);
    default:
      return stage satisfies never;
  }
}

function Remove({ fileName, onRemove }: { fileName: string; onRemove: () => void }) {
  return (
    <p className="upload__remove">
      <button type="button" className="btn" onClick={onRemove} aria-label={`Remove ${fileName}`}>
        Remove
      </button>
    </p>
  );
}

interface RefusalProps {
  fileName: string;
  problem: ProblemBody;
  /** present if a second try may help */
  onRetry?: () => void;
  onRemove: () => void;
}

/** The card of a refused file: its name and the reason. */
function Refusal({ fileName, problem, onRetry, onRemove }: RefusalProps) {
  const { detail, link } = problem;
  const reason = detail.startsWith(`${fileName}: `) ? detail.slice(fileName.length + 2) : detail;
  return (
    <section className="note note--bad upload__refusal" aria-label={fileName}>
      <Icon name="crash" />
      <div>
        <b>{fileName}</b>
        <p>
          Error: {reason} {link ? <a href={link}>Show it</a> : null}
        </p>
      </div>
      {onRetry ? (
        <button type="button" className="btn" onClick={onRetry} aria-label={`Try ${fileName} again`}>
          Try again
        </button>
      ) : null}
      <button type="button" className="btn" onClick={onRemove} aria-label={`Dismiss ${fileName}`}>
        Dismiss
      </button>
    </section>
  );
}
