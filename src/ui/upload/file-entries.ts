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

/** Errors of the analysis block an entry, which then has no key; warnings and notices do not. */
export const isBlocked = (analysis: Analysed) => analysis.UploadKey === null;

/** Why an entry is blocked: its first error, which its panel shows even when it is closed. Null if it is not blocked. */
export const blockingReason = (
  analysis: Analysed & { readonly Issues: readonly { readonly Level: string; readonly Message: string }[] },
): string | null =>
  isBlocked(analysis) ? (analysis.Issues.find(({ Level }) => Level === 'error')?.Message ?? null) : null;

/** The key of an entry that can be published. */
export const keyOf = ({ stage }: FileEntry) => (stage.at === 'ready' ? stage.analysis.UploadKey : null);

/** The failure may be temporary: no response, a server error or overload, or an expired session. */
const isPassing = ({ status }: ProblemBody) =>
  status === 0 || status === 401 || status === 429 || status >= 500;

/** Entries that can be retried: analysed or published again. */
export const canBeTriedAgain = ({ stage }: FileEntry): boolean =>
  (stage.at === 'refused' && isPassing(stage.problem)) ||
  (stage.at === 'ready' && stage.problem !== null && isPassing(stage.problem));

/** Whether leaving the page would lose something typed or chosen. */
export const hasUnsavedWork = (entries: readonly FileEntry[]) =>
  entries.some(
    (entry) =>
      entry.stage.at === 'waiting' ||
      entry.stage.at === 'analysing' ||
      entry.stage.at === 'sending' ||
      keyOf(entry) !== null ||
      canBeTriedAgain(entry),
  );

/** Overall progress of the page. */
export interface Counts {
  readonly files: number;
  /** not analysed yet */
  readonly reading: number;
  readonly ready: number;
  readonly sending: number;
  readonly published: number;
  /** finally refused, by the reader or by the rules */
  readonly refused: number;
  readonly again: number;
}

export function countEntries(entries: readonly FileEntry[]): Counts {
  const count = (holds: (entry: FileEntry) => boolean) => entries.filter(holds).length;
  return {
    files: entries.length,
    reading: count(({ stage }) => stage.at === 'waiting' || stage.at === 'analysing'),
    ready: count((entry) => keyOf(entry) !== null),
    sending: count(({ stage }) => stage.at === 'sending'),
    published: count(({ stage }) => stage.at === 'published'),
    refused: count(
      (entry) =>
        !canBeTriedAgain(entry) &&
        (entry.stage.at === 'refused' || (entry.stage.at === 'ready' && isBlocked(entry.stage.analysis))),
    ),
    again: count(canBeTriedAgain),
  };
}

/** What is uploaded, and the word for what happens to it. */
export interface UploadWords {
  readonly one: string;
  readonly many: string;
  /** e.g. published */
  readonly done: string;
}

/** Overall progress as one sentence, also for screen readers. */
export function progressText(counts: Counts, { one, many, done }: UploadWords): string {
  const { files: all, reading, sending, published, ready, refused, again } = counts;
  const things = (count: number) => (count === 1 ? `1 ${one}` : `${count} ${many}`);
  const files = (count: number) => (count === 1 ? '1 file' : `${count} files`);
  if (all === 0) return '';
  if (reading > 0) return `${all - reading} of ${files(all)} read.`;
  if (sending > 0) return `${published} of ${things(published + sending + ready)} ${done}.`;
  const parts = [
    published > 0 && `${things(published)} ${done}`,
    ready > 0 && `${things(ready)} ready`,
    refused > 0 && `${files(refused)} refused`,
    again > 0 && `${files(again)} to try again`,
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(', ')}.` : '';
}
