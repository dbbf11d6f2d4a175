import type { ProblemBody } from '#lib/wire/problem.ts';

/** What the pages need to know of any analysis. */
export interface Analysed {
  /** null: an error blocks the file */
  readonly UploadKey: string | null;
}

/** The stage of a file being uploaded. Each has only the data it needs, so invalid states cannot be represented. */
type Stage<Analysis, Done> =
  | { at: 'waiting' }
  | { at: 'analysing'; sentBytes: number }
  | { at: 'refused'; problem: ProblemBody }
  | { at: 'ready'; analysis: Analysis; problem: ProblemBody | null }
  | { at: 'sending'; analysis: Analysis }
  | { at: 'published'; done: Done };

/** One file being uploaded. */
export interface FileEntry<Analysis = Analysed, Done = object> {
  /** increases on this page only; connects events with their entry */
  id: number;
  fileName: string;
  fileSize: number;
  /** whether the panel is open */
  open: boolean;
  stage: Stage<Analysis, Done>;
}

export type FileEvent<Analysis, Done> =
  | { type: 'picked'; files: readonly { id: number; name: string; size: number }[] }
  | { type: 'started'; id: number }
  | { type: 'progressed'; id: number; sentBytes: number }
  | { type: 'analysed'; id: number; analysis: Analysis }
  | { type: 'refused'; id: number; problem: ProblemBody }
  | { type: 'again'; ids: readonly number[] }
  | { type: 'toggled'; id: number; open: boolean }
  | { type: 'sent'; ids: readonly number[] }
  | { type: 'published'; id: number; done: Done }
  | { type: 'failed'; id: number; problem: ProblemBody }
  | { type: 'removed'; ids: ReadonlySet<number> };

/** Up to this number of files are open initially. */
const openAtFirst = 3;

/** Returns the next list of entries. Pure: the islands only render and dispatch. `fresh` completes a new entry. */
export function nextFiles<Analysis, Done, Entry extends FileEntry<Analysis, Done>>(
  entries: readonly Entry[],
  event: FileEvent<Analysis, Done>,
  fresh: (entry: FileEntry<Analysis, Done>) => Entry,
): readonly Entry[] {
  const at = (entry: Entry, stage: Stage<Analysis, Done>): Entry => ({ ...entry, stage });
  const move = (id: number, from: Stage<Analysis, Done>['at'], stage: Stage<Analysis, Done>) =>
    changeEntry(entries, id, [from], (entry) => at(entry, stage));
  switch (event.type) {
    case 'picked': {
      const open = entries.length + event.files.length <= openAtFirst;
      const added = event.files.map(({ id, name, size }) =>
        fresh({ id, fileName: name, fileSize: size, open, stage: { at: 'waiting' } }),
      );
      return [...entries, ...added];
    }
    case 'started':
      return move(event.id, 'waiting', { at: 'analysing', sentBytes: 0 });
    case 'progressed':
      return move(event.id, 'analysing', { at: 'analysing', sentBytes: event.sentBytes });
    case 'analysed':
      return move(event.id, 'analysing', { at: 'ready', analysis: event.analysis, problem: null });
    case 'refused':
      return move(event.id, 'analysing', { at: 'refused', problem: event.problem });
    case 'again':
      return entries.map((entry) =>
        event.ids.includes(entry.id) && (entry.stage.at === 'refused' || entry.stage.at === 'ready')
          ? at(entry, { at: 'waiting' })
          : entry,
      );
    case 'toggled':
      return entries.map((entry) => (entry.id === event.id ? { ...entry, open: event.open } : entry));
    case 'sent':
      return entries.map((entry) =>
        event.ids.includes(entry.id) && entry.stage.at === 'ready'
          ? at(entry, { at: 'sending', analysis: entry.stage.analysis })
          : entry,
      );
    case 'published':
      return move(event.id, 'sending', { at: 'published', done: event.done });
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

/** Changes one entry if it is at one of these stages. */
export function changeEntry<Entry extends { id: number; stage: { at: string } }>(
  entries: readonly Entry[],
  id: number,
  stages: readonly Entry['stage']['at'][],
  make: (entry: Entry) => Entry,
): readonly Entry[] {
  return entries.map((entry) => (entry.id === id && stages.includes(entry.stage.at) ? make(entry) : entry));
}
