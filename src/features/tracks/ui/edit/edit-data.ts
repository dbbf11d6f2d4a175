import type { AuthorEntry } from '../../authors.ts';
import type { TrackPageAuthor } from '../../page-data.ts';
import type { PictureEntry } from '../../pictures.ts';
import type { Right } from '../../rights.ts';

/** A file of a track in its history. */
export interface VersionData {
  readonly version: number;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly uploadedAt: Date;
}

/** What the parts of the edit page need; server/edit/show.ts answers with it and more. */
export interface TrackEditData {
  readonly track: {
    readonly trackId: number;
    readonly name: string;
    readonly plainName: string;
    readonly uploader: { readonly userId: number; readonly name: string };
    readonly authors: readonly TrackPageAuthor[];
    readonly authorComments: string | null;
    readonly difficulty: number;
    readonly routes: number;
    readonly tags: readonly number[];
    readonly isPublic: boolean;
    readonly isListed: boolean;
    readonly isBeta: boolean;
    readonly isReleased: boolean;
    readonly releaseAt: Date | null;
    readonly secretKey: string | null;
    readonly file: VersionData;
    readonly olderFiles: readonly VersionData[];
  };
  readonly authors: readonly AuthorEntry[];
  readonly pictures: readonly PictureEntry[];
  readonly mostPictures: number;
  readonly rankedDrivers: number;
  readonly needsReason: boolean;
  readonly may: Readonly<
    Record<
      'setAuthors' | 'setVisibility' | 'release' | 'renewLink' | 'replaceFile' | 'delete' | 'leave',
      Right
    >
  >;
}
