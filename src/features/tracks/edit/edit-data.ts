import type { Verdict } from '#lib/rules/verdict.ts';
import type { AuthorEntry } from '../authors/authors.ts';
import type { TrackShow } from '../page/page-data.ts';
import type { PictureEntry } from '../pictures/pictures.ts';

/** The data of the page that edits a track; loaded by `trackEdit` of server/show.ts. */
export interface TrackEdit {
  readonly track: TrackShow;
  /** the co-authors, either stored or from a refused form */
  readonly authors: readonly AuthorEntry[];
  readonly pictures: readonly PictureEntry[];
  readonly maxPictures: number;
  /** number of other users whose replay counts on the current file */
  readonly rankedDrivers: number;
  /** acts as a moderator, so a reason is required */
  readonly needsReason: boolean;
  readonly may: Readonly<
    Record<
      'setAuthors' | 'setVisibility' | 'release' | 'renewLink' | 'replaceFile' | 'delete' | 'leave',
      Verdict
    >
  >;
}
