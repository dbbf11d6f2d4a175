/** What a file turned out to hold, and what stands in its way: the answer of POST /trackupload/analyse. */
export interface UploadAnalysis {
  FileName: string;
  FileSize: number;
  /** the name in the file as typed there, without line breaks; '' when the file could not be read */
  SuggestedTrackName: string;
  /** milliseconds; null for a track that is not validated or could not be read */
  AuthorTime: number | null;
  AuthorScore: number | null;
  MapType: number | null;
  /** 1-based */
  Environment: number | null;
  Car: number | null;
  Mood: number | null;
  UId: string | null;
  HasThumbnail: boolean;
  Issues: UploadIssue[];
  /** hand this back to POST /trackupload instead of the file; null when an error stands in the way */
  UploadKey: string | null;
}

export interface UploadIssue {
  /** an error refuses the file; a warning and a notice only tell */
  Level: 'error' | 'warning' | 'notice';
  /** stable, for programs */
  Code: string;
  /** a whole sentence */
  Message: string;
  /** where to look, a path on this edition */
  Link?: string;
}

/** One entry of the answer of POST /trackupload. */
export type UploadResult = { TrackId: number; TrackName: string } | { Problem: UploadProblem };

export interface UploadProblem {
  status: number;
  title: string;
  detail: string;
  type: string;
  /** the file at fault, as named by the sender */
  file?: string;
  /** the field at fault, e.g. TrackEntries[0].TrackName */
  field?: string;
  link?: string;
}

export interface UploadResults {
  Results: UploadResult[];
}
