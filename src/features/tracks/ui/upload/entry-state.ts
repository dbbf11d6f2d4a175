import type { UploadAnalysis } from '#features/tracks/analysis.ts';
import type { ProblemBody } from '#lib/wire/problem.ts';
import { type EntrySettings, untouched } from './upload-settings.ts';

/** One file being uploaded. Each stage has only the data it needs, so invalid states cannot be represented. */
export type Stage =
  | { at: 'waiting' }
  | { at: 'analysing'; sentBytes: number }
  | { at: 'refused'; problem: ProblemBody }
  | { at: 'ready'; analysis: UploadAnalysis; problem: ProblemBody | null }
  | { at: 'sending'; analysis: UploadAnalysis }
  | { at: 'published'; trackId: number; trackName: string };

export interface Entry {
  /** increases on this page only; connects events with their entry */
  id: number;
  fileName: string;
  fileSize: number;
  settings: EntrySettings;
  /** whether the panel is open */
  open: boolean;
  /** marks invalid fields even if untouched, because the author tried to publish */
  checked: boolean;
  stage: Stage;
}

export type EntryEvent =
  | { type: 'picked'; files: readonly { id: number; name: string; size: number }[] }
  | { type: 'started'; id: number }
  | { type: 'progressed'; id: number; sentBytes: number }
  | { type: 'analysed'; id: number; analysis: UploadAnalysis }
  | { type: 'refused'; id: number; problem: ProblemBody }
  | { type: 'again'; ids: readonly number[] }
  | { type: 'edited'; id: number; settings: Partial<EntrySettings> }
  | { type: 'toggled'; id: number; open: boolean }
  | { type: 'asked-to-publish'; wrong: ReadonlySet<number> }
  | { type: 'sent'; ids: readonly number[] }
  | { type: 'published'; id: number; trackId: number; trackName: string }
  | { type: 'failed'; id: number; problem: ProblemBody }
  | { type: 'removed'; ids: ReadonlySet<number> };

/** Up to this number of files are open initially. */
const openAtFirst = 3;

/** Returns the next list of entries. Pure: the island only renders and dispatches. */
export function nextEntries(entries: readonly Entry[], event: EntryEvent): readonly Entry[] {
  switch (event.type) {
    case 'picked':
      return [...entries, ...event.files.map(newEntry(entries.length + event.files.length <= openAtFirst))];
    case 'started':
      return change(entries, event.id, ['waiting'], (entry) => at(entry, { at: 'analysing', sentBytes: 0 }));
    case 'progressed':
      return change(entries, event.id, ['analysing'], (entry) =>
        at(entry, { at: 'analysing', sentBytes: event.sentBytes }),
      );
    case 'analysed':
      return change(entries, event.id, ['analysing'], (entry) => analysed(entry, event.analysis));
    case 'refused':
      return change(entries, event.id, ['analysing'], (entry) =>
        at(entry, { at: 'refused', problem: event.problem }),
      );
    case 'again':
      return entries.map((entry) =>
        event.ids.includes(entry.id) && (entry.stage.at === 'refused' || entry.stage.at === 'ready')
          ? at(entry, { at: 'waiting' })
          : entry,
      );
    case 'edited':
      return change(entries, event.id, ['waiting', 'analysing', 'ready'], (entry) => ({
        ...entry,
        settings: { ...entry.settings, ...event.settings },
      }));
    case 'toggled':
      return entries.map((entry) => (entry.id === event.id ? { ...entry, open: event.open } : entry));
    case 'asked-to-publish':
      return entries.map((entry) =>
        entry.stage.at === 'ready'
          ? { ...entry, checked: true, open: entry.open || event.wrong.has(entry.id) }
          : entry,
      );
    case 'sent':
      return entries.map((entry) =>
        event.ids.includes(entry.id) && entry.stage.at === 'ready'
          ? at(entry, { at: 'sending', analysis: entry.stage.analysis })
          : entry,
      );
    case 'published':
      return change(entries, event.id, ['sending'], (entry) =>
        at(entry, { at: 'published', trackId: event.trackId, trackName: event.trackName }),
      );
    case 'failed':
      return entries.map((entry) =>
        entry.id === event.id && entry.stage.at === 'sending'
          ? at(entry, { at: 'ready', analysis: entry.stage.analysis, problem: event.problem })
          : entry,
      );
    case 'removed':
      return entries.filter((entry) => !event.ids.has(entry.id));
    default:
      return event satisfies never;
  }
}

const newEntry =
  (open: boolean) =>
  ({ id, name, size }: { id: number; name: string; size: number }): Entry => ({
    id,
    fileName: name,
    fileSize: size,
    settings: untouched,
    open,
    checked: false,
    stage: { at: 'waiting' },
  });

const at = (entry: Entry, stage: Stage): Entry => ({ ...entry, stage });

/** Keeps a name typed during the analysis. */
function analysed(entry: Entry, analysis: UploadAnalysis): Entry {
  const TrackName = entry.settings.TrackName || analysis.SuggestedTrackName;
  return {
    ...entry,
    stage: { at: 'ready', analysis, problem: null },
    settings: { ...entry.settings, TrackName },
  };
}

function change(
  entries: readonly Entry[],
  id: number,
  stages: readonly Stage['at'][],
  make: (entry: Entry) => Entry,
): readonly Entry[] {
  return entries.map((entry) => (entry.id === id && stages.includes(entry.stage.at) ? make(entry) : entry));
}
