import { memo } from 'react';
import type { PublishedTrack } from '#features/tracks/file/analysis.ts';
import type { SettingErrors } from '#features/tracks/settings.ts';
import { publishedLabel, publishedText } from '#features/tracks/upload/published-text.ts';
import { formatResult } from '#lib/format/result.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { routes } from '#routes/routes.ts';
import { FilePanel } from '#ui/upload/FilePanel.tsx';
import { isBlocked } from '#ui/upload/file-entries.ts';
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

/** One track: its facts, its issues, and the author's settings. */
export const EntryPanel = memo(function EntryPanel(props: Props) {
  const { entry, errors, pageData, onChange, onToggle, onRetry, onRemove } = props;
  const { stage, fileName, settings } = entry;
  const isRead = stage.at !== 'waiting' && stage.at !== 'analysing';
  const analysis = stage.at === 'ready' || stage.at === 'sending' ? stage.analysis : null;
  return (
    <FilePanel
      entry={entry}
      title={isRead ? stripGameText(settings.TrackName) || '(no name)' : fileName}
      namesFile={isRead}
      result={analysis && formatResult(analysis.MapType, analysis.AuthorTime, analysis.AuthorScore)}
      doing="Publishing…"
      blocked="Can’t be published"
      ready={({ Issues: issues }, problem) => {
        const problems = Object.keys(errors).length + (problem ? 1 : 0);
        if (problems > 0)
          return { label: problems === 1 ? '1 problem' : `${problems} problems`, tone: 'bad' };
        return issues.some(({ Level }) => Level === 'warning')
          ? { label: 'Ready, with a warning', tone: 'warn' }
          : { label: 'Ready', tone: 'ok' };
      }}
      published={(done) => ({ label: publishedLabel(done), tone: 'ok' })}
      page={pageOf}
      facts={(read) => (
        <>
          <Facts analysis={read} />
          <Issues issues={read.Issues} editions={pageData.editions} />
        </>
      )}
      settings={(read) =>
        isBlocked(read) ? null : (
          <SettingsFields
            fileName={fileName}
            settings={settings}
            errors={errors}
            pageData={pageData}
            disabled={stage.at === 'sending'}
            onChange={(changed) => onChange(entry.id, changed)}
          />
        )
      }
      outcome={(done) => <Published done={done} />}
      onToggle={onToggle}
      onRetry={onRetry}
      onRemove={() => onRemove(entry)}
    />
  );
});

const pageOf = ({ SecretLink, TrackId }: PublishedTrack) => SecretLink ?? routes.trackShow(TrackId);

function Published({ done }: { done: PublishedTrack }) {
  return (
    <p className="note note--ok">
      <span>
        <b dir="auto">{stripGameText(done.TrackName)}</b> {publishedText(done)} (track {done.TrackId}).
        {done.SecretLink === null ? null : (
          <>
            {' '}
            <a href={done.SecretLink}>Secret link</a>
          </>
        )}
      </span>
      <a className="btn" href={pageOf(done)}>
        View track
      </a>
    </p>
  );
}
