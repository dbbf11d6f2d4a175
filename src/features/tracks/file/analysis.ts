/** What a file is and what is wrong with it: the response of POST /trackupload/analyse. */
export interface UploadAnalysis {
  FileName: string;
  FileSize: number;
  /** the name in the file without `$` codes; a dollar sign is escaped by another. '' if the file has none */
  SuggestedTrackName: string;
  /** milliseconds; null for a track that is not validated or could not be read */
  AuthorTime: number | null;
  /** Stunts: points. Platform: respawns. Otherwise what the game saved, often the author time; null if it saved none */
  AuthorScore: number | null;
  MapType: number | null;
  /** 1-based */
  Environment: number | null;
  Car: number | null;
  Mood: number | null;
  UId: string | null;
  HasThumbnail: boolean;
  Issues: readonly UploadIssue[];
  /** send this to POST /trackupload instead of the file; null if there is an error */
  UploadKey: string | null;
}

export interface UploadIssue {
  /** an error refuses the file; a warning or a notice does not */
  Level: 'error' | 'warning' | 'notice';
  /** stable, for programs */
  Code: string;
  /** a whole sentence */
  Message: string;
  /** a path on this edition that may help */
  Link?: string;
  /** the codes of the editions that take the file */
  Editions?: readonly string[];
}

/** One entry of the response of POST /trackupload. */
export type UploadResult = PublishedTrack | { Problem: UploadProblem };

export interface PublishedTrack {
  TrackId: number;
  TrackName: string;
  /** everyone can see it once a moderator has approved it */
  IsWaiting?: true;
  IsPublic: boolean;
  IsListed: boolean;
  /** when a hidden track is released; UTC */
  ReleaseDate: string | null;
  /** the path of an unlisted track, with the secret that shows it; null for a listed one */
  SecretLink: string | null;
  /** the warnings and notices about a file in the form; absent for an UploadKey, whose analysis contained them */
  Issues?: readonly UploadIssue[];
}

export interface UploadProblem {
  status: number;
  title: string;
  detail: string;
  type: string;
  /** the invalid file, as named by the sender */
  file?: string;
  /** the invalid field, e.g. TrackEntries[0].TrackName */
  field?: string;
  link?: string;
}
