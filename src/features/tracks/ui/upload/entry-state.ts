import type { UploadAnalysis } from '#features/tracks/analysis.ts';
import type { ProblemBody } from '#lib/wire/problem.ts';

/** What the author types for one track. null: nothing chosen yet. */
export interface EntrySettings {
  TrackName: string;
  Difficulty: number | null;
  Routes: number;
  Tags: readonly number[];
  AuthorComments: string;
}

export type SettingName = keyof EntrySettings;

/** One file on its way in. Each stage holds just what it needs, so a wrong state cannot be written down. */
export type Stage =
  | { at: 'analysing' }
  | { at: 'refused'; problem: ProblemBody }
  | { at: 'ready'; analysis: UploadAnalysis; problem: ProblemBody | null }
  | { at: 'sending'; analysis: UploadAnalysis }
  | { at: 'published'; trackId: number; trackName: string };

export interface Entry {
  /** counts up on this page only; ties events to their entry */
  id: number;
  fileName: string;
  fileSize: number;
  settings: EntrySettings;
  /** fields to mark even though untouched, since the author asked to publish */
  checked: boolean;
  stage: Stage;
}

export type EntryEvent =
  | { type: 'picked'; files: readonly { id: number; name: string; size: number }[] }
  | { type: 'analysed'; id: number; analysis: UploadAnalysis }
  | { type: 'refused'; id: number; problem: ProblemBody }
  | { type: 'retried'; id: number }
  | { type: 'edited'; id: number; settings: Partial<EntrySettings> }
  | { type: 'asked-to-publish' }
  | { type: 'sent'; ids: readonly number[] }
  | { type: 'published'; id: number; trackId: number; trackName: string }
  | { type: 'failed'; id: number; problem: ProblemBody }
  | { type: 'removed'; id: number };

const untouched: EntrySettings = { TrackName: '', Difficulty: null, Routes: 0, Tags: [], AuthorComments: '' };

/** The next list of entries. Pure: the island only renders and dispatches. */
export function nextEntries(entries: readonly Entry[], event: EntryEvent): readonly Entry[] {
  switch (event.type) {
    case 'picked':
      return [
        ...entries,
        ...event.files.map(({ id, name, size }): Entry => {
          return {
            id,
            fileName: name,
            fileSize: size,
            settings: untouched,
            checked: false,
            stage: { at: 'analysing' },
          };
        }),
      ];
    case 'analysed':
      return change(entries, event.id, ['analysing'], (entry) => ({
        ...entry,
        stage: { at: 'ready', analysis: event.analysis, problem: null },
        settings: {
          ...entry.settings,
          TrackName: entry.settings.TrackName || event.analysis.SuggestedTrackName,
        },
      }));
    case 'refused':
      return change(entries, event.id, ['analysing'], (entry) => ({
        ...entry,
        stage: { at: 'refused', problem: event.problem },
      }));
    case 'retried':
      return change(entries, event.id, ['refused'], (entry) => ({ ...entry, stage: { at: 'analysing' } }));
    case 'edited':
      return change(entries, event.id, ['analysing', 'ready'], (entry) => ({
        ...entry,
        settings: { ...entry.settings, ...event.settings },
      }));
    case 'asked-to-publish':
      return entries.map((entry) => (entry.stage.at === 'ready' ? { ...entry, checked: true } : entry));
    case 'sent':
      return entries.map((entry) =>
        event.ids.includes(entry.id) && entry.stage.at === 'ready'
          ? { ...entry, stage: { at: 'sending', analysis: entry.stage.analysis } }
          : entry,
      );
    case 'published':
      return change(entries, event.id, ['sending'], (entry) => ({
        ...entry,
        stage: { at: 'published', trackId: event.trackId, trackName: event.trackName },
      }));
    case 'failed':
      return entries.map((entry) =>
        entry.id === event.id && entry.stage.at === 'sending'
          ? { ...entry, stage: { at: 'ready', analysis: entry.stage.analysis, problem: event.problem } }
          : entry,
      );
    case 'removed':
      return entries.filter((entry) => entry.id !== event.id);
    default:
      return event satisfies never;
  }
}

function change(
  entries: readonly Entry[],
  id: number,
  stages: readonly Stage['at'][],
  make: (entry: Entry) => Entry,
): readonly Entry[] {
  return entries.map((entry) => (entry.id === id && stages.includes(entry.stage.at) ? make(entry) : entry));
}

/** Errors of the analysis stop an entry and leave it without a key; warnings and notices only tell. */
export const isBlocked = (analysis: UploadAnalysis) => analysis.UploadKey === null;

/** Something typed or chosen that leaving the page would lose. */
export const hasUnsavedWork = (entries: readonly Entry[]) =>
  entries.some(
    (entry) => entry.stage.at === 'ready' || entry.stage.at === 'sending' || entry.stage.at === 'analysing',
  );
