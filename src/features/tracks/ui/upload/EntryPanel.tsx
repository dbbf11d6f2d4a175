import type { ReactNode } from 'react';
import type { UploadAnalysis } from '#features/tracks/analysis.ts';
import { environmentById } from '#lib/codes/environment.ts';
import { moods, primaryTypes } from '#lib/codes/track.ts';
import { formatBytes } from '#lib/format/bytes.ts';
import { formatTime } from '#lib/format/time.ts';
import { routes } from '#routes.ts';
import { type Entry, type EntrySettings, isBlocked, type SettingName } from './entry-state.ts';
import { SettingsFields } from './SettingsFields.tsx';

interface Props {
  entry: Entry;
  errors: Partial<Record<SettingName, string>>;
  tags: readonly { id: number; name: string }[];
  onChange: (settings: Partial<EntrySettings>) => void;
  onRetry: () => void;
  onRemove: () => void;
}

/** One file: what it is, what is wrong with it, and the author's settings. */
export function EntryPanel({ entry, errors, tags, onChange, onRetry, onRemove }: Props) {
  const { stage } = entry;
  switch (stage.at) {
    case 'analysing':
      return (
        <Panel entry={entry} label="Reading the file…" onRemove={onRemove}>
          <progress className="upload__progress" aria-label={`Reading ${entry.fileName}`} />
        </Panel>
      );
    case 'refused':
      return (
        <Refusal
          entry={entry}
          message={stage.problem.detail}
          link={stage.problem.link}
          {...(stage.problem.status === 0 || stage.problem.status >= 500 || stage.problem.status === 429
            ? { onRetry }
            : {})}
          onRemove={onRemove}
        />
      );
    case 'published':
      return (
        <Panel entry={entry} label="Published" tone="ok">
          <p className="note note--ok" role="status">
            <a href={routes.trackShow(stage.trackId)}>{stage.trackName}</a> is on the site. Its number is{' '}
            {stage.trackId}.
          </p>
        </Panel>
      );
    case 'ready':
    case 'sending':
      return (
        <Panel entry={entry} {...state(entry, errors)} {...(stage.at === 'ready' ? { onRemove } : {})}>
          <Facts analysis={stage.analysis} />
          <Issues analysis={stage.analysis} />
          {stage.at === 'ready' && stage.problem ? (
            <p className="note note--bad" role="alert">
              Error: {stage.problem.detail}{' '}
              {stage.problem.link ? <a href={stage.problem.link}>Show it</a> : null}
            </p>
          ) : null}
          {isBlocked(stage.analysis) ? null : (
            <SettingsFields
              settings={entry.settings}
              errors={errors}
              tags={tags}
              disabled={stage.at === 'sending'}
              onChange={onChange}
            />
          )}
        </Panel>
      );
    default:
      return stage satisfies never;
  }
}

/** The words and the colour of an entry that has been read. */
function state(entry: Entry, errors: Props['errors']): { label: string; tone: 'plain' | 'ok' | 'bad' } {
  if (entry.stage.at === 'sending') return { label: 'Publishing…', tone: 'plain' };
  if (entry.stage.at === 'ready' && isBlocked(entry.stage.analysis))
    return { label: 'Cannot be published', tone: 'bad' };
  const problems = Object.keys(errors).length;
  if (problems > 0) return { label: problems === 1 ? '1 problem' : `${problems} problems`, tone: 'bad' };
  return { label: 'Ready', tone: 'ok' };
}

function Panel({
  entry,
  label,
  tone = 'plain',
  onRemove,
  children,
}: {
  entry: Entry;
  label: string;
  tone?: 'plain' | 'ok' | 'bad';
  onRemove?: () => void;
  children: ReactNode;
}) {
  const { stage } = entry;
  return (
    <details className={tone === 'bad' ? 'acc acc--bad' : 'acc'} open aria-label={entry.fileName}>
      <summary>
        <b>{entry.settings.TrackName || '(no name)'}</b>
        <span className="meta">
          {entry.fileName} · {formatBytes(entry.fileSize)}
        </span>
        <span className="end">
          <span className={`lab lab--${tone}`} role="status">
            {label}
          </span>
          {stage.at === 'ready' ? (
            <span className="time n">{formatTime(stage.analysis.AuthorTime)}</span>
          ) : null}
        </span>
      </summary>
      <div className="acc__b upload__body">
        {children}
        {onRemove ? (
          <p className="upload__remove">
            <button type="button" className="btn" onClick={onRemove} aria-label={`Remove ${entry.fileName}`}>
              Remove
            </button>
          </p>
        ) : null}
      </div>
    </details>
  );
}

function Refusal({
  entry,
  message,
  link,
  onRetry,
  onRemove,
}: {
  entry: Entry;
  message: string;
  link: string | undefined;
  onRetry?: () => void;
  onRemove: () => void;
}) {
  return (
    <section className="note note--bad upload__refusal" role="alert" aria-label={entry.fileName}>
      <div>
        <b>{entry.fileName}</b>
        <p>
          Error:{' '}
          {message.startsWith(`${entry.fileName}: `) ? message.slice(entry.fileName.length + 2) : message}{' '}
          {link ? <a href={link}>Show it</a> : null}
        </p>
      </div>
      {onRetry ? (
        <button type="button" className="btn" onClick={onRetry}>
          Try again
        </button>
      ) : null}
      <button type="button" className="btn" onClick={onRemove} aria-label={`Dismiss ${entry.fileName}`}>
        Dismiss
      </button>
    </section>
  );
}

function Facts({ analysis }: { analysis: UploadAnalysis }) {
  const environment = environmentById(analysis.Environment ?? 0)?.name ?? 'Unknown';
  const car = environmentById(analysis.Car ?? 0)?.name;
  const facts = [
    ['Author time', formatTime(analysis.AuthorTime)],
    ['Type', primaryTypes[analysis.MapType ?? -1] ?? 'Unknown'],
    ['Environment', car && car !== environment ? `${car} car on ${environment}` : environment],
    ['Mood', moods[analysis.Mood ?? -1] ?? 'Unknown'],
  ] as const;
  return (
    <dl className="upload__facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="n">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Issues({ analysis }: { analysis: UploadAnalysis }) {
  return analysis.Issues.map((issue) => (
    <p
      key={issue.Message}
      className={
        issue.Level === 'error' ? 'note note--bad' : issue.Level === 'warning' ? 'note note--warn' : 'note'
      }
      role={issue.Level === 'error' ? 'alert' : undefined}
    >
      {issue.Level === 'error' ? 'Error: ' : ''}
      {issue.Message} {issue.Link ? <a href={issue.Link}>Show it</a> : null}
    </p>
  ));
}
