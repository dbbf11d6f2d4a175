import { memo, type ReactNode } from 'react';
import type { SettingErrors } from '#features/tracks/settings.ts';
import { publishedLabel, publishedText } from '#features/tracks/upload/published-text.ts';
import { formatBytes } from '#lib/format/bytes.ts';
import { formatResult } from '#lib/format/result.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { routes } from '#routes/routes.ts';
import { blockingReason, canBeTriedAgain, isBlocked } from '#ui/upload/entry-counts.ts';
import { Panel } from '#ui/upload/Panel.tsx';
import { Refusal } from '#ui/upload/Refusal.tsx';
import { Facts, Issues } from '../../file/ui/analysis-views.tsx';
import type { Entry } from './entry-state.ts';
import type { UploadPageData } from './page-data.ts';
import { SettingsFields } from './SettingsFields.tsx';
import type { EntrySettings } from './upload-settings.ts';

interface Props {
  entry: Entry;
  errors: SettingErrors;
  pageData: UploadPageData;
  onChange: (id: number, settings: Partial<EntrySettings>) => void;
  onToggle: (id: number, open: boolean) => void;
  onRetry: (ids: readonly number[]) => void;
  onRemove: (entry: Entry) => void;
}

/** One file: its facts, its issues, and the author's settings. */
export const EntryPanel = memo(function EntryPanel(props: Props) {
  const { entry, errors, pageData, onChange, onToggle, onRetry, onRemove } = props;
  const { stage, fileName, settings } = entry;
  if (stage.at === 'refused') {
    return (
      <Refusal
        fileName={fileName}
        problem={stage.problem}
        {...(canBeTriedAgain(entry) && { onRetry: () => onRetry([entry.id]) })}
        onRemove={() => onRemove(entry)}
      />
    );
  }
  const inside = (): ReactNode => {
    switch (stage.at) {
      case 'waiting':
        return <Remove entry={entry} onRemove={onRemove} />;
      case 'analysing':
        return (
          <>
            <progress
              className="upload__progress"
              aria-label={`Sending ${fileName}`}
              value={Math.min(stage.sentBytes, entry.fileSize)}
              max={entry.fileSize || 1}
            />
            <Remove entry={entry} onRemove={onRemove} />
          </>
        );
      case 'published':
        return (
          <p className="note note--ok">
            <span>
              <a href={routes.trackShow(stage.done.TrackId)}>{stripGameText(stage.done.TrackName)}</a>{' '}
              {publishedText(stage.done)}. Its ID is {stage.done.TrackId}.
              {stage.done.SecretLink === null ? null : (
                <>
                  {' '}
                  <a href={stage.done.SecretLink}>Secret link</a>
                </>
              )}
            </span>
          </p>
        );
      case 'ready':
      case 'sending':
        return (
          <>
            <Facts analysis={stage.analysis} />
            <Issues issues={stage.analysis.Issues} />
            {stage.at === 'ready' && stage.problem ? (
              <p className="note note--bad" role="alert">
                <span>
                  Error: {stage.problem.detail}{' '}
                  {stage.problem.link ? <a href={stage.problem.link}>Show it</a> : null}
                </span>
              </p>
            ) : null}
            {isBlocked(stage.analysis) ? null : (
              <SettingsFields
                fileName={fileName}
                settings={settings}
                errors={errors}
                pageData={pageData}
                disabled={stage.at === 'sending'}
                onChange={(changed) => onChange(entry.id, changed)}
              />
            )}
            {stage.at === 'ready' ? <Remove entry={entry} onRemove={onRemove} /> : null}
          </>
        );
      default:
        return stage satisfies never;
    }
  };
  const { label, tone } = stateOf(entry, errors);
  const isRead = stage.at !== 'waiting' && stage.at !== 'analysing';
  const size = formatBytes(entry.fileSize);
  const reason = !entry.open && stage.at === 'ready' ? blockingReason(stage.analysis) : null;
  return (
    <Panel
      name={fileName}
      title={isRead ? stripGameText(settings.TrackName) || '(no name)' : fileName}
      meta={reason ?? (isRead ? `${fileName} · ${size}` : size)}
      open={entry.open}
      tone={tone}
      label={label}
      end={
        stage.at === 'ready' || stage.at === 'sending' ? (
          <span className="time n">
            {formatResult(stage.analysis.MapType, stage.analysis.AuthorTime, stage.analysis.AuthorScore)}
          </span>
        ) : null
      }
      onToggle={(open) => onToggle(entry.id, open)}
    >
      {inside}
    </Panel>
  );
});

/** Label and colour of an entry's state. */
function stateOf(
  entry: Entry,
  errors: SettingErrors,
): { label: string; tone: 'plain' | 'ok' | 'warn' | 'bad' } {
  const { stage } = entry;
  switch (stage.at) {
    case 'waiting':
      return { label: 'Waiting', tone: 'plain' };
    case 'analysing': {
      const percent = Math.floor((100 * Math.min(stage.sentBytes, entry.fileSize)) / (entry.fileSize || 1));
      return { label: percent < 100 ? `Sending, ${percent} %` : 'Reading the file…', tone: 'plain' };
    }
    case 'sending':
      return { label: 'Publishing…', tone: 'plain' };
    case 'published':
      return { label: publishedLabel(stage.done), tone: 'ok' };
    case 'refused':
      return { label: 'Refused', tone: 'bad' };
    case 'ready': {
      if (isBlocked(stage.analysis)) return { label: 'Cannot be published', tone: 'bad' };
      const problems = Object.keys(errors).length + (stage.problem ? 1 : 0);
      if (problems > 0) return { label: problems === 1 ? '1 problem' : `${problems} problems`, tone: 'bad' };
      return stage.analysis.Issues.some(({ Level }) => Level === 'warning')
        ? { label: 'Ready, with a warning', tone: 'warn' }
        : { label: 'Ready', tone: 'ok' };
    }
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
