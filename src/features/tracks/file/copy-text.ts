/** Only new files open a case, because nobody complained about the older ones. */
export const newDays = 7;

const scores = { uid: 60, blocks: 70 } as const;
export type CopyKind = keyof typeof scores;

export const copyScore = (kind: CopyKind): number => scores[kind];

interface Original {
  readonly name: string;
  readonly uploader: string;
  /** the label of its edition */
  readonly edition: string;
  readonly trackId: number;
}

/** What moderators read about a file that may be a copy. */
export function copyText(kind: CopyKind, { name, uploader, edition, trackId }: Original): string {
  const what = kind === 'uid' ? 'The file has the same UId as' : 'The file has the same blocks as';
  return `${what} “${name}” of ${uploader}, track ${trackId} on ${edition}, which is older.`;
}
