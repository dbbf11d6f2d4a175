import type { UploadAnalysis } from '#features/tracks/analysis.ts';
import type { ProblemBody } from '#lib/wire/problem.ts';
import type { Entry } from './entry-state.ts';

/** Errors of the analysis stop an entry and leave it without a key; warnings and notices only tell. */
export const isBlocked = (analysis: UploadAnalysis) => analysis.UploadKey === null;

/** The key of an entry that can be published. */
export const keyOf = ({ stage }: Entry) => (stage.at === 'ready' ? stage.analysis.UploadKey : null);

/** The same may go well another time: nobody answered, the server was in trouble or busy, or one was signed out. */
const isPassing = ({ status }: ProblemBody) =>
  status === 0 || status === 401 || status === 429 || status >= 500;

/** Entries a second try may help: read again, or published again. */
export const canBeTriedAgain = ({ stage }: Entry): boolean =>
  (stage.at === 'refused' && isPassing(stage.problem)) ||
  (stage.at === 'ready' && stage.problem !== null && isPassing(stage.problem));

/** Something typed or chosen that leaving the page would lose. */
export const hasUnsavedWork = (entries: readonly Entry[]) =>
  entries.some(
    (entry) =>
      entry.stage.at === 'waiting' ||
      entry.stage.at === 'analysing' ||
      entry.stage.at === 'sending' ||
      keyOf(entry) !== null ||
      canBeTriedAgain(entry),
  );

/** How far a page of uploads has come. */
export interface Counts {
  readonly files: number;
  /** not read yet */
  readonly reading: number;
  readonly ready: number;
  readonly sending: number;
  readonly published: number;
  /** refused for good, by the reader or by the rules */
  readonly refused: number;
  readonly again: number;
}

export function countEntries(entries: readonly Entry[]): Counts {
  const count = (holds: (entry: Entry) => boolean) => entries.filter(holds).length;
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

const files = (count: number) => (count === 1 ? '1 file' : `${count} files`);
const tracks = (count: number) => (count === 1 ? '1 track' : `${count} tracks`);

/** One sentence on how far all is, for the eye and for those who hear it. */
export function progressWords({
  files: all,
  reading,
  sending,
  published,
  ready,
  refused,
  again,
}: Counts): string {
  if (all === 0) return '';
  if (reading > 0) return `${all - reading} of ${files(all)} read.`;
  if (sending > 0) return `${published} of ${tracks(published + sending + ready)} published.`;
  const parts = [
    published > 0 && `${tracks(published)} published`,
    ready > 0 && `${tracks(ready)} ready`,
    refused > 0 && `${files(refused)} refused`,
    again > 0 && `${files(again)} to try again`,
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(', ')}.` : '';
}
