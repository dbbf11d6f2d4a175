import type { Verdict } from '#lib/rules/verdict.ts';
import type { AuthorEntry } from './authors.ts';
import type { TrackShow } from './page-data.ts';
import type { PictureEntry } from './pictures.ts';

/** Everything the page that edits a track shows; `trackEdit` of server/edit/show.ts reads it. */
export interface TrackEdit {
  readonly track: TrackShow;
  /** the co-authors, as they are or as they were sent and refused */
  readonly authors: readonly AuthorEntry[];
  readonly pictures: readonly PictureEntry[];
  readonly mostPictures: number;
  /** others whose replay counts on the file of now */
  readonly rankedDrivers: number;
  /** acts as a moderator, so with a reason */
  readonly needsReason: boolean;
  readonly may: Readonly<
    Record<
      'setAuthors' | 'setVisibility' | 'release' | 'renewLink' | 'replaceFile' | 'delete' | 'leave',
      Verdict
    >
  >;
}
