import type { Generated } from 'kysely';

export interface PictureTable {
  site: string;
  /** random; known only to its uploader */
  reference: string;
  user_id: number;
  /** null while staged */
  track_id: number | null;
  file_name: string;
  file_size: number;
  width: number;
  height: number;
  staged_at: Date;
  /** of its files; counts towards the account's staged bytes until a track uses it */
  stored_bytes: Generated<number>;
}

/** One stored version of a picture. */
export interface PictureFileTable {
  site: string;
  reference: string;
  /** avif, webp or jpeg */
  format: string;
  width: number;
  height: number;
  sha256: string;
}

export interface PictureTables {
  picture: PictureTable;
  picture_file: PictureFileTable;
}
