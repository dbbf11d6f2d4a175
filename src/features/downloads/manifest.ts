import type { TrackField, TrackRowOf } from '#features/tracks/list/fields.ts';

/** What is requested of each track for its entry in tracks.json. Facts that change daily, such as awards, are left out. */
export const manifestFields = [
  'TrackId',
  'TrackName',
  'UId',
  'Authors[]',
  'AuthorTime',
  'AuthorScore',
  'PrimaryType',
  'Environment',
  'Car',
  'Mood',
  'Difficulty',
  'UploadedAt',
  'UpdatedAt',
] as const satisfies readonly TrackField[];
export type ManifestRow = TrackRowOf<(typeof manifestFields)[number]>;

/** A track in tracks.json. Names, numbers and times are those of GET /api/tracks. */
export interface ManifestTrack extends Omit<ManifestRow, 'Authors'> {
  /** the uploader first; without open invitations */
  Authors: { UserId: number; Name: string; Role: string }[];
  /** in the pack, queue or search, counted from 1 */
  Position: number;
  /** in this zip */
  FileName: string;
}

/** The content of tracks.json. */
export interface Manifest {
  /** of this format; readers ignore members that they do not know */
  Version: 1;
  /** address of the pack, queue or search */
  Source: string;
  /** those in this zip, in the order of its files */
  Tracks: ManifestTrack[];
}

/** The entry of a track that is in the zip as `fileName`. */
export function manifestTrack(row: ManifestRow, position: number, fileName: string): ManifestTrack {
  const { Authors, ...facts } = row;
  return {
    ...facts,
    Authors: Authors.filter(({ IsPending }) => !IsPending).map(({ User, Role }) => ({
      UserId: User.UserId,
      Name: User.Name,
      Role,
    })),
    Position: position,
    FileName: fileName,
  };
}

/** The text of tracks.json, one track per line. `tracks`: the JSON of each, so that long lists need little memory. */
export const manifestText = (source: string, tracks: readonly string[]): string =>
  `{"Version":1,"Source":${JSON.stringify(source)},"Tracks":[\n${tracks.join(',\n')}\n]}\n`;

/** A file that should be in the zip and is not. */
export interface FailedFile {
  readonly fileName: string;
  /** a whole sentence */
  readonly reason: string;
}

/** The text of failed.txt, with line ends that every editor on Windows shows. */
export const failedText = (files: readonly FailedFile[]): string =>
  [
    files.length === 1
      ? 'One file is missing from this zip:'
      : `${files.length} files are missing from this zip:`,
    '',
    ...files.map(({ fileName, reason }) => `${fileName}: ${reason}`),
    '',
  ].join('\r\n');
