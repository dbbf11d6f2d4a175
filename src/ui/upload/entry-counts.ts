import type { ProblemBody } from '#lib/wire/problem.ts';
import type { Analysed, FileEntry } from './file-entries.ts';

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
